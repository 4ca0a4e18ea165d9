import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { test as base, describe, expect } from 'vitest'
import { tokens } from '../../backend/db/schema/access'
import { users } from '../../backend/db/schema/users'
import { type InProcessApp, startApp } from '../support/in-process-app'
import { type Investor, currentPassword, demoCode, newInvestor } from '../support/investor'
import { addAuthenticator } from '../support/second-factor'
import {
  type Part,
  type SessionForm,
  formsWithoutSession,
  routesWithForms,
  sessionForms,
} from '../support/replayed-forms'
import { stepUp } from '../support/step-up'
import { type Answer, type Visitor, openVisitor } from '../support/visitor'

/**
 * A session's cookie that was copied, in another browser and network: every form of the app, sent anew at each of its
 * steps, whatever the owner has done there before.
 */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  onCleanup(() => app.stop())
  return app
})

const home = { headers: { 'X-Forwarded-For': '198.51.100.7' }, readsMessages: false }
const elsewhere = {
  headers: {
    'X-Forwarded-For': '203.0.113.9',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  readsMessages: false,
}

type Guard = 'the password and a code' | 'a second factor'

/** How far the owner has come with a step-up when the cookie is used elsewhere. */
type OwnersStepUp = 'none' | 'password typed' | 'done'

interface Account {
  id: string
  investor: Investor
  owner: Visitor
  guard: Guard
  /** The id in the address of the form. */
  target: string
}

async function openAccount(
  app: InProcessApp,
  { form, guard, ownersStepUp }: { form: SessionForm; guard: Guard; ownersStepUp: OwnersStepUp },
): Promise<Account> {
  const { db } = app.upstream.here!
  const investor = await newInvestor(app.upstream.url, { usdt: '700' })
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.login, investor.login))
  const { id } = row!
  const owner = openVisitor(app.url, 'en', home)
  await form.begin?.(investor)
  const factor = guard === 'a second factor' ? await addAuthenticator(investor) : null
  const { login, password } = investor
  let page = await owner.submit(await owner.visit('/login'), 'name="password"', { login, password })
  if (factor) page = await owner.submit(page, 'name="code"', { code: factor.recoveryCodes[0]! })
  expect(page.url.pathname).toBe('/cabinet')
  if (ownersStepUp === 'done' && !factor) await stepUp(owner)
  // A sign-in with a factor is a step-up too.
  if (ownersStepUp !== 'done')
    await db.update(tokens).set({ steppedUpUntil: null }).where(eq(tokens.userId, id))
  const target = (await form.prepare?.(investor)) ?? ''
  return { id, investor, owner, guard, target }
}

/** What must not change in an account, part by part. */
async function partsOf(app: InProcessApp, { id }: Account): Promise<Record<Part, unknown>> {
  const { db } = app.upstream.here!
  const rows = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const { email, pendingEmail, phone, phoneConfirmedAt, passwordHash, mailPhrase, frozenAt } = user!
  return {
    balances: await rows(
      sql`select kind, currency, balance from ledger_accounts where user_id = ${id} order by 1, 2`,
    ),
    withdrawals: await rows(sql`select id, status from payments where user_id = ${id} order by 1`),
    wallets: await rows(sql`select system_id, address from wallets where user_id = ${id} order by 1`),
    contacts: { email, pendingEmail, phone, phoneConfirmedAt },
    'sign-in': { passwordHash },
    factors: await rows(
      sql`select id, name from second_factors where user_id = ${id} union all
        select code_hash, used_at::text from recovery_codes where user_id = ${id} order by 1`,
    ),
    protection: { mailPhrase, frozenAt, list: [user!.walletListOn, user!.walletListEndsAt] },
    sessions: await rows(sql`select id from tokens where user_id = ${id} and ended_at is null order by 1`),
    requests: await rows(
      sql`select kind from inquiries where user_id = ${id} union all
        select kind from activity where user_id = ${id} and kind = 'data_exported' order by 1`,
    ),
  }
}

/** The owner's own way through the form, up to the page that its step begins at. */
async function pageOf(
  { steps, open }: SessionForm,
  { owner, target }: Account,
  step: number,
): Promise<Answer> {
  let page = await open(owner, target)
  for (const [mark, values] of steps.slice(0, step)) page = await owner.press(page, mark, values)
  return page
}

/** The rest of the form's steps, from one on. */
async function carryOn(
  { steps }: SessionForm,
  visitor: Visitor,
  { page, from }: { page: Answer; from: number },
  typed: Record<string, string> = {},
): Promise<Answer> {
  for (const [mark, values] of steps.slice(from))
    page = await visitor.press(page, mark, { ...values, ...typed })
  return page
}

const asksForStepUp = (answer: Answer): boolean =>
  answer.$('main [name="currentPassword"], main [name="stepUpCode"]').length > 0

const isFile = ({ headers }: Answer): boolean => headers.has('content-disposition')

async function expectOwnerNotified(app: InProcessApp, { id }: Account): Promise<void> {
  const { db } = app.upstream.here!
  const sent = async () =>
    (
      await db.execute(
        sql`select id from security_events where user_id = ${id} and kind = 'session_elsewhere'`,
      )
    ).rows.length
  await expect.poll(sent).toBe(1)
}

test('every route with a form has a row', () => {
  const listed = [...sessionForms.map(({ route }) => route), ...Object.keys(formsWithoutSession)]
  expect(routesWithForms().sort()).toEqual([...new Set(listed)].sort())
})

const guards: Guard[] = ['the password and a code', 'a second factor']
const kept = sessionForms.filter(({ ends }) => typeof ends === 'string')
const allowed = sessionForms.filter(({ ends }) => typeof ends !== 'string')

describe.each(guards)('an account that steps up by %s', (guard) => {
  const rows = kept.filter(({ needsFactor }) => !needsFactor || guard === 'a second factor')

  for (const form of rows)
    test(`keeps an account as it is from ${form.title}`, { timeout: 60_000 }, async ({ app }) => {
      const half = guard === 'a second factor' ? 'none' : 'password typed'
      for (const ownersStepUp of [half, 'done'] as const) {
        const account = await openAccount(app, { form, guard, ownersStepUp })
        const thief = openVisitor(app.url, 'en', { ...elsewhere, cookie: account.owner.cookie() })
        const last = form.steps.length - 1
        const pages = [{ page: await form.open(thief, account.target), from: 0 }]
        for (let from = 1; from <= last; from++) pages.push({ page: await pageOf(form, account, from), from })
        if (ownersStepUp === 'password typed' && form.ends === 'asks') {
          const page = await carryOn(
            form,
            account.owner,
            { page: await pageOf(form, account, last), from: last },
            {
              currentPassword,
            },
          )
          expect(page.$('main [name="stepUpCode"]')).toHaveLength(1)
          pages.push({ page, from: last })
        }
        const before = await partsOf(app, account)
        for (const start of pages)
          for (const stepUpCode of ['', demoCode]) {
            const answer = await carryOn(form, thief, start, { stepUpCode })
            expect([asksForStepUp(answer), isFile(answer)], answer.text).toEqual([
              form.ends === 'asks',
              false,
            ])
          }
        expect(await partsOf(app, account), ownersStepUp).toEqual(before)
        await expectOwnerNotified(app, account)
      }
    })
})

describe('a copied cookie', () => {
  for (const form of allowed)
    test(`changes nothing else by ${form.title}`, { timeout: 60_000 }, async ({ app }) => {
      const { changes } = form.ends as Exclude<SessionForm['ends'], string>
      for (let from = 0; from < form.steps.length; from++) {
        const guard = 'the password and a code'
        const account = await openAccount(app, { form, guard, ownersStepUp: 'none' })
        const thief = openVisitor(app.url, 'en', { ...elsewhere, cookie: account.owner.cookie() })
        const page = from === 0 ? await form.open(thief, account.target) : await pageOf(form, account, from)
        const before = await partsOf(app, account)
        const answer = await carryOn(form, thief, { page, from })
        expect([answer.status, answer.refused.problems], answer.text).toEqual([200, []])
        const changedParts = async () => {
          const after = await partsOf(app, account)
          const isChanged = (part: string) => !isDeepStrictEqual(after[part as Part], before[part as Part])
          return Object.keys(after).filter(isChanged).sort()
        }
        // The upstream's session ends after the answer.
        await expect.poll(changedParts).toEqual([...changes].sort())
        await expectOwnerNotified(app, account)
      }
    })
})

test('a secret of an authenticator app that its owner has made is confirmed by none of a copied cookie', async ({
  app,
}) => {
  const form = sessionForms.find(({ route }) => route === 'cabinet.settings.security_.totp')!
  const account = await openAccount(app, { form, guard: 'a second factor', ownersStepUp: 'done' })
  const shown = await carryOn(form, account.owner, { page: await pageOf(form, account, 0), from: 0 })
  expect(shown.value('secret')).not.toBe('')
  const before = await partsOf(app, account)
  const thief = openVisitor(app.url, 'en', { ...elsewhere, cookie: account.owner.cookie() })
  const { html } = await thief.visit('/cabinet/settings/security/totp')
  expect(html).not.toContain(shown.value('secret'))
  const refused = await thief.submit(shown, 'name="code"', { code: demoCode })
  expect(refused.refused.fields).toBe(1)
  expect(await partsOf(app, account)).toEqual(before)
})
