import { readFileSync, readdirSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { test as base, describe, expect } from 'vitest'
import { calls, contract } from '~/contract'
import { users } from '../../backend/db/schema/users'
import { ask, send } from '../contract/client'
import { newInvestor, signIn, topUp } from '../contract/people'
import { type TestUpstream } from '../contract/upstream'
import { type InProcessApp, startApp } from '../support/in-process-app'
import { currentPassword, demoInvestor, demoOperator, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { Answer, type Visitor, openVisitor } from '../support/visitor'

/** The copied cookie, and the bearer, of an operator: it decides nothing and shows nothing elsewhere. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  onCleanup(() => app.stop())
  return app
})

const home = { headers: { 'X-Forwarded-For': '198.51.100.7' } }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const elsewhere = { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': firefox }

async function operatorAtHome(app: InProcessApp): Promise<Visitor> {
  const visitor = openVisitor(app.url, 'en', home)
  const page = await visitor.submit(await visitor.visit('/login'), 'name="password"', demoOperator)
  expect(page.url.pathname).toBe('/operator')
  return visitor
}

const thiefOf = (app: InProcessApp, owner: Visitor) =>
  openVisitor(app.url, 'en', { cookie: owner.cookie(), headers: elsewhere })

async function withdrawalIn(upstream: TestUpstream): Promise<string> {
  const person = await newInvestor(upstream)
  await topUp(upstream, person, '100')
  const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet, currentPassword }
  return (await ask(upstream, contract.payments.create, request, person)).payment.id
}

/** What an operator may change, in numbers: each decision leaves a record. */
async function booksOf({ here }: TestUpstream) {
  const rows = async (query: ReturnType<typeof sql>) => (await here!.db.execute(query)).rows
  return {
    decisions: await rows(sql`select count(*) from audit_records`),
    payments: await rows(sql`select id, status, approved_at from payments order by 1`),
    balances: await rows(sql`select user_id, kind, currency, balance from ledger_accounts order by 1, 2, 3`),
    batches: await rows(sql`select id, status from payment_batches order by 1`),
    proposals: await rows(sql`select count(*) from proposals`),
  }
}

/** The folders of an operator's routes with a form, and an address of each. */
const formPaths = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  .filter((file) => /^operator[^/]*\/route\.tsx?$/.test(file))
  .filter((file) => /\bexport\b[^\n]*\baction\b/.test(readFileSync(`app/routes/${file}`, 'utf8')))
  .map((file) => file.split('/')[0]!)

const pathOf = (route: string): string =>
  `/${route
    .replaceAll('_.', '.')
    .split('.')
    .filter((part) => part !== '_index')
    .map((part) => ({ $change: 'unfreeze', $queue: 'withdrawals' })[part] ?? part.replace(/^\$.*/, 'none'))
    .join('/')}`

describe("an operator's copied cookie", () => {
  test.for([
    ['a withdrawal is approved', 'approve', {}],
    ['a withdrawal is completed', 'complete', { transactionHash: 'ab'.repeat(32) }],
    ['a withdrawal is turned down', 'reject', { reason: 'No.' }],
  ] as const)(
    '%s by none of it, from its page and from its review',
    { timeout: 90_000 },
    async ([, decision, values], { app }) => {
      const id = await withdrawalIn(app.upstream)
      const path = `/operator/withdrawals/${id}`
      const mark = 'name="decision"'
      for (const from of ['the page', 'the form', 'the review']) {
        const owner = await operatorAtHome(app)
        const form = await owner.visit(path)
        const review = from === 'the review' ? await owner.submit(form, mark, { decision, ...values }) : form
        const before = await booksOf(app.upstream)
        const thief = thiefOf(app, owner)
        const answers: Answer[] = [
          from === 'the page'
            ? await thief.visit(path)
            : await thief.submit(review, from === 'the form' ? mark : 'name="submission"', {
                decision,
                ...values,
              }),
        ]
        answers.push(await thief.visit('/operator'), await owner.visit('/operator'))
        // The session is over for both of them, who are told so.
        expect(answers.map(({ url, status }) => [url.pathname, status])).toEqual([
          ['/login', 200],
          ['/login', 200],
          ['/login', 200],
        ])
        expect(answers[2]!.textOf('[role="status"]')).toBe(textsOf('en')('errors:code.unauthorized'))
        expect(await booksOf(app.upstream)).toEqual(before)
      }
    },
  )

  test(
    'is ended by each form of an operator, which changes nothing',
    { timeout: 120_000 },
    async ({ app }) => {
      expect(formPaths.length).toBeGreaterThan(30)
      const ends: string[] = []
      const before = await booksOf(app.upstream)
      for (const route of formPaths) {
        const owner = await operatorAtHome(app)
        const page = await owner.visit('/operator')
        const token = page.value('formToken')
        const form = `<main><form method="post" action="${pathOf(route)}"><input type="hidden" name="formToken" value="${token}"></form></main>`
        const thief = thiefOf(app, owner)
        const { pathname } = (await thief.submit(new Answer(200, page.url, form), 'name="formToken"')).url
        ends.push(`${route}: ${pathname}`)
      }
      expect(ends).toEqual(formPaths.map((route) => `${route}: /login`))
      expect(await booksOf(app.upstream)).toEqual(before)
    },
  )

  test('is told to the operator, once for each place', async ({ app }) => {
    const { upstream } = app
    const headers = { 'X-Forwarded-For': '192.0.2.4', 'User-Agent': firefox }
    const { db } = upstream.here!
    const mails = async () =>
      (
        await db.execute(sql`
          select outbox.id from outbox join users on users.id = outbox.user_id
          where outbox.kind = 'session_elsewhere' and users.login = ${demoOperator.login}`)
      ).rows.length
    const earlier = await mails()
    for (let use = 0; use < 2; use++) {
      const owner = await operatorAtHome(app)
      const thief = openVisitor(app.url, 'en', { cookie: owner.cookie(), headers })
      expect((await thief.visit('/operator')).url.pathname).toBe('/login')
    }
    await expect.poll(mails).toBe(earlier + 1)
    await upstream.here!.answered()
    expect(await mails()).toBe(earlier + 1)
  })

  test('signs nobody out of a place where the operator has signed in, and an operator on the way signs in once', async ({
    app,
  }) => {
    const office = { 'X-Forwarded-For': '93.184.7.7' }
    const first = await operatorAtHome(app)
    const there = openVisitor(app.url, 'en', { headers: office, cookie: first.cookie() })
    const signInPage = await there.visit('/operator/withdrawals')
    expect(signInPage.url.pathname).toBe('/login')
    const back = await there.submit(signInPage, 'name="password"', demoOperator)
    expect(back.url.pathname).toBe('/operator/withdrawals')
    const again = openVisitor(app.url, 'en', { headers: home.headers, cookie: there.cookie() })
    expect((await again.visit('/operator/withdrawals')).url.pathname).toBe('/operator/withdrawals')
    expect((await there.visit('/operator/withdrawals')).url.pathname).toBe('/operator/withdrawals')
  })
})

test("an operator's session that was ended leads to the sign-in, in each tab; whoever has none finds no such page", async ({
  app,
}) => {
  const owner = await operatorAtHome(app)
  // The session's cookie alone, as in another tab of the same browser or in a copy.
  const cookieOf = (visitor: Visitor) =>
    visitor
      .cookie()
      .split('; ')
      .find((one) => /^(__Host-)?sid=/.test(one))!
  const alone = openVisitor(app.url, 'en', { ...home, cookie: cookieOf(owner) })
  await owner.submit(await owner.visit('/operator'), 'action="/logout"')
  for (const path of ['/operator', '/operator/withdrawals']) {
    const answer = await alone.visit(path)
    expect(answer.url.pathname + answer.url.search).toBe(
      `/login?${new URLSearchParams({ redirectTo: path, ended: '1' }).toString()}`,
    )
    expect(answer.textOf('[role="status"]')).toBe(textsOf('en')('errors:code.unauthorized'))
  }
  // A tab that is left open in the browser, whose cookie is gone by now.
  const left = await owner.visit('/operator/withdrawals')
  expect(left.url.pathname).toBe('/login')
  expect((await owner.submit(left, 'name="password"', demoOperator)).url.pathname).toBe(
    '/operator/withdrawals',
  )

  const investor = openVisitor(app.url, 'en', home)
  await investor.submit(await investor.visit('/login'), 'name="password"', demoInvestor)
  const over = openVisitor(app.url, 'en', { ...home, cookie: cookieOf(investor) })
  await investor.submit(await investor.visit('/cabinet'), 'action="/logout"')
  for (const visitor of [openVisitor(app.url, 'en'), investor, over])
    expect((await visitor.visit('/operator/withdrawals')).status).toBe(404)
  // An investor is told the same where the cabinet was.
  expect((await over.visit('/cabinet/deposits')).textOf('[role="status"]')).toBe(
    textsOf('en')('errors:code.unauthorized'),
  )
})

test("an operator's bearer is refused elsewhere by every call that has a caller, and ends", async ({
  app,
}) => {
  const { upstream } = app
  const { db } = upstream.here!
  const { token } = await signIn(upstream, 'operator')
  const [row] = await db.select().from(users).where(eq(users.login, 'operator'))
  const headers = { 'x-forwarded-for': '100.64.3.3' }
  const nowhere = { id: 'none', partnerId: 'other', key: 'company', queue: 'payments' }
  const passed: string[] = []
  for (const [name, call] of calls) {
    if (call.access === 'public' || call.access === 'investor') continue
    const answer = await send(upstream, call, nowhere, { token, headers })
    if (answer.status !== 401) passed.push(`${name} ${answer.status}`)
    await db.execute(sql`update tokens set ended_at = null where user_id = ${row!.id}`)
  }
  expect(passed).toEqual([])
  expect((await send(upstream, contract.operator.summary, {}, { token, headers })).status).toBe(401)
  expect((await send(upstream, contract.operator.summary, {}, { token })).status).toBe(401)
})
