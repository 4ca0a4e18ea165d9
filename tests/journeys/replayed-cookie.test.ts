import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { test as base, describe, expect } from 'vitest'
import { tokens } from '../../backend/db/schema/access'
import { factorTries } from '../../backend/db/schema/second-factors'
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
 * steps, whatever the owner has done there before. A short run takes each form with each guard in one state of the
 * owner's step-up, in turns, and forms that change something from one of their steps; `TEST_FULL=1` takes all. What must
 * not change an account shares it with others of its kind.
 */

const isFull = process.env.TEST_FULL === '1'

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  onCleanup(() => app.stop())
  return app
})

const home = { headers: { 'X-Forwarded-For': '198.51.100.7' }, readsMessages: false }
/** Whoever has copied a cookie, in a region of networks where nobody was before. */
interface Thief {
  visitor: Visitor
  address: string
}

let regions = 0

function thiefOf(app: InProcessApp, owner: Visitor): Thief {
  const address = `77.${++regions % 250}.113.9`
  const headers = {
    'X-Forwarded-For': address,
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  return {
    visitor: openVisitor(app.url, 'en', { headers, readsMessages: false, cookie: owner.cookie() }),
    address,
  }
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

interface Kind {
  guard: Guard
  ownersStepUp: OwnersStepUp
}

async function openAccount(
  app: InProcessApp,
  { form, guard, ownersStepUp }: Kind & { form: SessionForm },
): Promise<Account> {
  const { db } = app.upstream.here!
  const investor = await newInvestor(app.upstream.url, { usdt: '2000' })
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

const shared = new Map<string, Promise<Account>>()

/** An account that forms of one kind share, as it was opened; of a form that needs something else, one of its own. */
async function accountFor(app: InProcessApp, { form, ...kind }: Kind & { form: SessionForm }) {
  if (form.begin) return openAccount(app, { form, ...kind })
  const key = JSON.stringify(kind)
  const { prepare: _other, ...opened } = form
  if (!shared.has(key)) shared.set(key, openAccount(app, { form: opened, ...kind }))
  const account = await shared.get(key)!
  const { db } = app.upstream.here!
  // The codes that were tried with the forms before would make this one wait, and five minutes may be over.
  await db.delete(factorTries).where(eq(factorTries.userId, account.id))
  if (kind.ownersStepUp === 'done')
    await db.execute(
      sql`update tokens set stepped_up_until = now() + interval '5 minutes'
        where user_id = ${account.id} and stepped_up_place is not null`,
    )
  return { ...account, target: (await form.prepare?.(account.investor)) ?? '' }
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

/** Of this very use: in the cabinet and by a message, both with where from. */
async function expectOwnerNotified(app: InProcessApp, { id }: Account, address: string): Promise<void> {
  const { db } = app.upstream.here!
  const notified = async () =>
    (
      await db.execute(sql`
        select n.kind, n.values ->> 'address' as address, e.values ->> 'address' as answerable
        from security_events e join notifications n on n.id = e.notification_id
        where e.user_id = ${id} and e.kind = 'session_elsewhere' and e.values ->> 'address' = ${address}`)
    ).rows
  const messages = async () =>
    (
      await db.execute(
        sql`select count(*)::int as sent from outbox where user_id = ${id} and kind = 'session_elsewhere'`,
      )
    ).rows[0]!['sent']
  const places = async () =>
    (await db.execute(sql`select count(*)::int as used from used_places where user_id = ${id}`)).rows[0]![
      'used'
    ]
  await expect.poll(notified).toEqual([{ kind: 'session_elsewhere', address, answerable: address }])
  expect(await messages()).toBe(await places())
}

test('every route with a form has a row', () => {
  const listed = [...sessionForms.map(({ route }) => route), ...Object.keys(formsWithoutSession)]
  expect(routesWithForms().sort()).toEqual([...new Set(listed)].sort())
})

const guards: Guard[] = ['the password and a code', 'a second factor']
const kept = sessionForms.filter(({ ends }) => ends === 'asks' || ends === 'refused')
const ended = sessionForms.filter(({ ends }) => ends === 'ended')
const allowed = sessionForms.filter(({ ends }) => typeof ends !== 'string')

describe.each(guards)('an account that steps up by %s', (guard) => {
  const rows = kept.filter(({ needsFactor }) => !needsFactor || guard === 'a second factor')

  for (const [row, form] of rows.entries())
    test(`keeps an account as it is from ${form.title}`, async ({ app }) => {
      const half = guard === 'a second factor' ? 'none' : 'password typed'
      const states = [half, 'done'] as const
      const taken = isFull ? states : [states[(row + guards.indexOf(guard)) % states.length]!]
      for (const ownersStepUp of taken) {
        const account = await accountFor(app, { form, guard, ownersStepUp })
        const { visitor: thief, address } = thiefOf(app, account.owner)
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
        await expectOwnerNotified(app, account, address)
      }
    })
})

/** Sessions end but once, documents are sent but once, and days bring income to the deposits of other forms. */
const needsAccountOfItsOwn = ({ route, ends }: SessionForm): boolean =>
  (typeof ends !== 'string' && ends.changes.includes('sessions')) || /verification|demo\.clock/.test(route)

describe('a copied cookie', () => {
  for (const form of ended)
    test(`is ended by ${form.title}, which changes nothing else`, { timeout: 60_000 }, async ({ app }) => {
      for (const from of form.steps.keys())
        for (const ownersStepUp of isFull || from > 0 ? (['none', 'done'] as const) : (['none'] as const)) {
          const account = await openAccount(app, { form, guard: 'the password and a code', ownersStepUp })
          const { visitor: thief, address } = thiefOf(app, account.owner)
          const page = from === 0 ? await form.open(thief, account.target) : await pageOf(form, account, from)
          const { sessions, ...before } = await partsOf(app, account)
          const answer = await carryOn(form, thief, { page, from })
          expect(answer.url.pathname, answer.text).toBe('/login')
          const { sessions: left, ...after } = await partsOf(app, account)
          expect(after).toEqual(before)
          expect(left).toHaveLength((sessions as unknown[]).length - 1)
          expect((await thief.visit('/cabinet')).url.pathname).toBe('/login')
          expect((await account.owner.visit('/cabinet')).url.pathname).toBe('/login')
          await expectOwnerNotified(app, account, address)
        }
    })

  for (const [row, form] of allowed.entries())
    test(`changes nothing else by ${form.title}`, { timeout: 60_000 }, async ({ app }) => {
      const { changes } = form.ends as Exclude<SessionForm['ends'], string>
      const steps = [...form.steps.keys()]
      const taken = isFull ? steps : [row % steps.length]
      for (const from of taken) {
        const kind = { form, guard: 'the password and a code', ownersStepUp: 'none' } as const
        // The same again would be asked about.
        const isOwn = needsAccountOfItsOwn(form) || from !== taken[0]
        const account = await (isOwn ? openAccount : accountFor)(app, kind)
        const { visitor: thief, address } = thiefOf(app, account.owner)
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
        await expectOwnerNotified(app, account, address)
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
  const { visitor: thief } = thiefOf(app, account.owner)
  const { html } = await thief.visit('/cabinet/settings/security/totp')
  expect(html).not.toContain(shown.value('secret'))
  const refused = await thief.submit(shown, 'name="code"', { code: demoCode })
  expect(refused.refused.fields).toBe(1)
  expect(await partsOf(app, account)).toEqual(before)
})

test('a copied cookie of a sign-in that is half done opens nothing, before the owner has gone on and afterwards', async ({
  app,
}) => {
  const { db } = app.upstream.here!
  const investor = await newInvestor(app.upstream.url, { usdt: '100' })
  const factor = await addAuthenticator(investor)
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.login, investor.login))
  const { id } = row!
  const owner = openVisitor(app.url, 'en', home)
  const { login, password } = investor
  const half = await owner.submit(await owner.visit('/login'), 'name="password"', { login, password })
  expect(half.url.pathname).toBe('/login/second-factor')
  const copied = owner.cookie()
  const sessions = () => db.$count(tokens, eq(tokens.userId, id))
  const before = await sessions()
  const { visitor: thief } = thiefOf(app, owner)
  expect((await thief.visit('/cabinet')).url.pathname).toBe('/login')
  for (const code of ['', demoCode]) {
    const refused = await thief.submit(half, 'name="code"', { code })
    expect([refused.url.pathname, refused.refused.fields]).toEqual(['/login/second-factor', 1])
  }
  const [code, next] = factor.recoveryCodes
  const opened = await owner.submit(half, 'name="code"', { code: code! })
  expect(opened.url.pathname).toBe('/cabinet')
  expect(await sessions()).toBe(before + 1)
  // The challenge is spent: not even a code that is good opens anything with it.
  for (const typed of [code!, next!]) {
    const { visitor } = thiefOf(app, { ...owner, cookie: () => copied })
    const late = await visitor.submit(half, 'name="code"', { code: typed })
    expect(late.url.pathname).toBe('/login')
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  }
  expect(await sessions()).toBe(before + 1)
})
