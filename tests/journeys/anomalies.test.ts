import { eq, sql } from 'drizzle-orm'
import { test as base, expect } from 'vitest'
import { tokens } from '../../backend/db/schema/access'
import { settings } from '../../backend/db/schema/settings'
import { payments } from '../../backend/db/schema/transfers'
import { users } from '../../backend/db/schema/users'
import { type InProcessApp, startApp } from '../support/in-process-app'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { type Investor, demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { languages, textsOf } from '../support/texts'
import { type Answer, type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Withdrawals that a rule holds: what an operator sees of them, and what their investor does. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ history: true })
  onCleanup(() => app.stop())
  return app
})

const address = '/operator/anomalies'

interface Withdrawal {
  id: string
  status: string
}

async function withdraw({ ask }: Investor, amount: string): Promise<Withdrawal> {
  const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
  return ((await ask('POST', '/funds/payments', request)) as { payment: Withdrawal }).payment
}

/** Withdrawals of 20 that were paid out. */
async function withdrawOften(investor: Investor, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { id } = await withdraw(investor, '20')
    await investor.ask('POST', `/ext/demo/payments/${id}/decide`, { decision: 'complete' })
  }
}

/** Twenty wrong passwords from three networks. */
async function guess({ upstream }: InProcessApp, { login, ask }: Investor): Promise<void> {
  for (let n = 0; n < 20; n++) {
    const { status } = await fetch(`${upstream.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${1 + (n % 3)}` },
      body: JSON.stringify({ login, password: 'a guess' }),
    })
    expect(status).toBe(400)
  }
  // Refused sign-ins are recorded after their answers.
  const recorded = async () => {
    const { items } = (await ask('GET', '/ext/activity?outcome=refused')) as { items: { times: number }[] }
    return items.reduce((sum, { times }) => sum + times, 0)
  }
  await expect.poll(recorded).toBe(20)
}

async function openOperator({ url }: InProcessApp, lng: 'ru' | 'en'): Promise<Visitor> {
  const operator = openVisitor(url, lng)
  await operator.press(await operator.visit('/login'), 'name="password"', demoOperator)
  return operator
}

const rowOf = (page: Answer, { id }: Withdrawal): string =>
  rowsOf(page)
    .find((cells) => cells.join(' ').includes(id))
    ?.join(' ') ?? ''

for (const lng of languages)
  test(`a withdrawal after many refused sign-ins and one from elsewhere is held, and only the operator sees why, in ${lng}`, async ({
    app,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(app.upstream.url, { usdt: '100' })
    await withdrawOften(investor, 1)
    await guess(app, investor)
    // Whoever knows a login holds nothing that goes where money went before.
    expect((await withdraw(investor, '20')).status).toBe('pending')
    const thief = await signedIn(app.url, investor, lng, { headers: { 'User-Agent': 'curl/8.10' } })
    expect((await thief.visit('/cabinet')).status).toBe(200)
    const payment = await withdraw(investor, '30')
    expect(payment.status).toBe('under_review')

    const owner = await signedIn(app.url, investor, lng)
    const own = await owner.visit(`/cabinet/withdrawals/${payment.id}`)
    expect(own.text).toContain(say('common:status.payment.under_review'))
    const why = say('operator:anomalies.rule.refused_sign_ins', { attempts: 20, networks: 3 })
    expect(own.html).not.toContain(why)
    expect(own.links(`/cabinet/withdrawals/${payment.id}/cancel`)).toEqual([])

    const operator = await openOperator(app, lng)
    const page = await operator.visit(address)
    expect(page.textOf('main h1')).toBe(say('operator:anomalies.title'))
    expect(rowOf(page, payment)).toContain(why)
    expect(rowOf(page, payment)).toContain(investor.login)
    // The demonstration has one of its own.
    expect(page.text).toContain(say('operator:anomalies.rule.takeover', { percent: '' }).split(',')[0])
    expect((await operator.visit(`${address}?status=decided`)).text).not.toContain(payment.id)
    await investor.ask('POST', `/ext/demo/payments/${payment.id}/decide`, { decision: 'reject' })
    expect((await operator.visit(address)).text).not.toContain(payment.id)
    expect((await operator.visit(`${address}?status=decided`)).text).toContain(why)
    expect((await owner.visit(address)).status).toBe(404)
    expect((await openVisitor(app.url).visit(address)).status).toBe(404)
  })

test('a withdrawal of five times the largest earlier one is held, with both figures', async ({ app }) => {
  const investor = await newInvestor(app.upstream.url, { usdt: '700' })
  await withdrawOften(investor, 2)
  expect((await withdraw(investor, '100')).status).toBe('pending')
  await withdrawOften(investor, 1)
  expect((await withdraw(investor, '99')).status).toBe('pending')
  const payment = await withdraw(investor, '100')
  expect(payment.status).toBe('under_review')
  const operator = await openOperator(app, 'en')
  expect(rowOf(await operator.visit(address), payment)).toMatch(
    /Worth 100[^;]*; the largest of earlier ones \(3\) was worth 20/,
  )
})

/** An operator at the page of a withdrawal that a rule holds. */
async function atHeldWithdrawal(app: InProcessApp) {
  const investor = await newInvestor(app.upstream.url, { usdt: '700' })
  await withdrawOften(investor, 3)
  const payment = await withdraw(investor, '100')
  const operator = await openOperator(app, 'en')
  return { investor, payment, operator, page: await operator.visit(`/operator/withdrawals/${payment.id}`) }
}

test('an operator clears a hold with a reason: once, on the page of the withdrawal, by a role that may', async ({
  app,
}) => {
  const say = textsOf('en')
  const { investor, payment, operator, page } = await atHeldWithdrawal(app)
  const blank = await operator.press(page, 'value="clear"', { reason: ' ' })
  expect(blank.refused.problems).toEqual([say('refusals:code.required')])
  const reason = 'Spoken with: it is <theirs>.'
  const cleared = await operator.press(blank, 'value="clear"', { reason })
  expect(cleared.text).toContain(say('flash:holdCleared'))
  expect(cleared.text).toContain(say('cases:heldCleared', { by: demoOperator.login, reason }))
  expect(cleared.$('input[value="clear"]')).toHaveLength(0)
  // The same press again is the same one; another one comes too late.
  expect((await operator.press(blank, 'value="clear"', { reason })).text).toContain(say('flash:holdCleared'))
  const late = await operator.press(page, 'value="clear"', { reason: 'Another reason.' })
  expect(late.text).not.toContain(say('flash:holdCleared'))
  const { items } = (await investor.ask('GET', '/funds/payments')) as { items: Withdrawal[] }
  expect(items.find(({ id }) => id === payment.id)?.status).toBe('pending')
  const trail = await operator.visit('/operator/audit?kind=anomaly')
  expect(trail.text.split(reason)).toHaveLength(2)

  const support = openVisitor(app.url, 'en')
  const reader = { login: 'support', password: 'Demo-support-1' }
  await support.press(await support.visit('/login'), 'name="password"', reader)
  const held = await withdraw(investor, '100')
  const seen = await support.visit(`/operator/withdrawals/${held.id}`)
  expect(seen.text).toContain(say('cases:held'))
  expect(seen.$('input[value="clear"]')).toHaveLength(0)
  // A role that decides no withdrawals has no form for it.
  expect(seen.$('#decision')).toHaveLength(0)
  expect(seen.text).toContain(say('cases:case.readOnly'))
})

test('a hold is not cleared by an operator while another one has taken the withdrawal', async ({ app }) => {
  const say = textsOf('en')
  const { payment, operator, page } = await atHeldWithdrawal(app)
  const cashier = await knownInvestor(app.upstream.url, { login: 'cashier', password: 'Demo-cashier-1' })
  await cashier.ask('POST', `/ext/operator/cases/payments/${payment.id}/take`, {})
  const reason = 'Spoken with.'
  const refused = await operator.press(page, 'value="clear"', { reason })
  expect(refused.refused.problems).toEqual([say('refusals:code.case_taken')])
  expect(refused.$('#clearing [name="reason"]').text()).toBe(reason)
  expect((await operator.visit(page.url.pathname)).text).toContain(say('common:status.payment.under_review'))
  await operator.press(await operator.visit(page.url.pathname), 'value="over"')
  const cleared = await operator.press(refused, 'value="clear"', { reason })
  expect(cleared.text).toContain(say('flash:holdCleared'))
})

test('a withdrawal four hours from every earlier one is held, with its hour', async ({ app }) => {
  const { db } = app.upstream.here!
  const investor = await newInvestor(app.upstream.url, { usdt: '700' })
  await withdrawOften(investor, 10)
  expect((await withdraw(investor, '20')).status).toBe('pending')
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.login, investor.login))
  await db
    .update(payments)
    .set({ createdAt: sql`created_at - interval '6 hours'` })
    .where(eq(payments.userId, row!.id))
  const payment = await withdraw(investor, '20')
  expect(payment.status).toBe('under_review')
  const operator = await openOperator(app, 'ru')
  expect(rowOf(await operator.visit(address), payment)).toMatch(
    /Запрошен в \d+ ч; часов до ближайшего из прежних \(10\): 6/,
  )
})

const idOf = async ({ upstream }: InProcessApp, { login }: Investor): Promise<string> => {
  const [row] = await upstream.here!.db.select({ id: users.id }).from(users).where(eq(users.login, login))
  return row!.id
}

test('most of the balance from a new device to a new wallet is held, with the percentage', async ({
  app,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(app.upstream.url, { usdt: '200' })
  const userId = await idOf(app, investor)
  // An account that has been used for ten days.
  await app.upstream
    .here!.db.update(tokens)
    .set({ createdAt: sql`created_at - interval '10 days'` })
    .where(eq(tokens.userId, userId))
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const elsewhere = await signedIn(app.url, investor, 'en', { headers: { 'User-Agent': firefox } })
  const wallet = fictitiousAddress('tron', investor.login)
  const form = await elsewhere.visit('/cabinet/withdrawals/new')
  const review = await elsewhere.submit(form, 'name="amount"', {
    system: 'usdt-trc20',
    amount: '180',
    wallet,
  })
  const made = await elsewhere.submit(review, 'name="figures"', { currentPassword: investor.password })
  expect(made.text).toContain(say('common:status.payment.under_review'))
  const id = made.url.pathname.split('/').at(-1)!
  const operator = await openOperator(app, 'en')
  const why = say('operator:anomalies.rule.takeover', { percent: '90%' })
  const page = await operator.visit(address)
  expect(rowOf(page, { id, status: '' })).toContain(why)
  expect((await operator.follow(page, investor.login)).text).toContain(why)
  expect(made.html).not.toContain(why)
})

test('a company sets each rule and its thresholds, and a wallet of two investors is held with their number', async ({
  app,
}) => {
  const say = textsOf('en')
  const operator = await openOperator(app, 'en')
  const set = async (tick: Record<string, string>) => {
    const form = await operator.visit('/operator/content/anomalies')
    return operator.press(form, 'name="sharedWallet.investors"', tick)
  }
  const refused = await set({ 'sharedWallet.on': 'on', 'sharedWallet.investors': '1' })
  expect(refused.refused.fields).toBe(1)
  const thresholds = {
    ...{ 'refusedSignIns.attempts': '21', 'refusedSignIns.networks': '4', 'takeover.percent': '81.5' },
    ...{ 'unusualAmount.times': '5.5', 'unusualAmount.earlier': '4' },
    ...{ 'unusualHour.hours': '5', 'unusualHour.earlier': '11', 'sharedWallet.investors': '2' },
  }
  const saved = await set({ 'sharedWallet.on': 'on', ...thresholds })
  expect([saved.status, saved.refused.problems]).toEqual([200, []])
  const [stored] = await app.upstream.here!.db.select().from(settings).where(eq(settings.key, 'anomalies'))
  expect(stored?.value).toEqual({
    refusedSignIns: { attempts: 21, networks: 4 },
    takeover: { percent: '81.5' },
    unusualAmount: { times: '5.5', earlier: 4 },
    unusualHour: { hours: 5, earlier: 11 },
    sharedWallet: { investors: 2 },
  })
  const wallet = fictitiousAddress('tron', 'a wallet of two')
  const sent: Withdrawal[] = []
  for (let n = 0; n < 2; n++) {
    const { ask } = await newInvestor(app.upstream.url, { usdt: '100' })
    const request = { system: 'usdt-trc20', amount: '20', wallet }
    sent.push(((await ask('POST', '/funds/payments', request)) as { payment: Withdrawal }).payment)
  }
  expect(sent.map(({ status }) => status)).toEqual(['pending', 'under_review'])
  const page = await operator.visit(address)
  expect(rowOf(page, sent[1]!)).toContain(say('operator:anomalies.rule.shared_wallet', { investors: 2 }))
  expect(rowOf(page, sent[0]!)).toBe('')
})
