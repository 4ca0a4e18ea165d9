import { sql } from 'drizzle-orm'
import { test as base, expect } from 'vitest'
import { contract } from '~/contract'
import { ask, send } from '../contract/client'
import { linkTokensOf } from '../contract/links'
import { type Person, newInvestor, signIn, topUp } from '../contract/people'
import { withFactor } from '../contract/second-factors'
import { type TestUpstream } from '../contract/upstream'
import { startApp } from '../support/in-process-app'
import { newPerson, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { authenticator } from '../support/totp'
import { type Visitor, openVisitor, signedIn, wordsOfHtml } from '../support/visitor'

/** Withdrawals that rest after a change of the password, and "this was not me": pages without scripts. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp()
  onCleanup(() => app.stop())
  return app
})

const newPassword = 'High-tide-at-9'
const forgotten = 'Low-tide-at-10'
const code = '000000'

async function changePassword(visitor: Visitor, { password }: Person): Promise<void> {
  const page = await visitor.press(
    await visitor.visit('/cabinet/settings/password'),
    'name="passwordRepeat"',
    {
      currentPassword: password,
      password: newPassword,
      passwordRepeat: newPassword,
    },
  )
  expect(page.url.pathname).toBe('/cabinet/settings/password')
  expect(page.status).toBe(200)
}

/** An account is sent one code a minute: the last ones are as if they were older. */
async function codesAreOlder({ here }: TestUpstream, { id }: Person): Promise<void> {
  for (const codes of ['phone_codes', 'email_codes'])
    await here!.db.execute(
      sql`update ${sql.identifier(codes)} set created_at = created_at - interval '61 seconds' where user_id = ${id}`,
    )
}

const withdrawal = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }

const restEnded = {
  ru: 'Пауза вывода закончилась: вы снова можете выводить деньги.',
  en: 'The rest of your withdrawals has ended: you can withdraw again.',
}

for (const lng of ['ru', 'en'] as const) {
  const say = textsOf(lng)
  const pauseUntil = new RegExp(say('refusals:pause.rest', { until: '.+?\\d\\d:\\d\\d[^.]*?' }))

  test(`withdrawals rest for a day after a new password, and the pages say until when and why, in ${lng}`, async ({
    app,
  }) => {
    const { upstream } = app
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const visitor = await signedIn(app.url, person, lng)
    const form = await visitor.visit('/cabinet/withdrawals/new')
    const review = await visitor.submit(form, 'name="amount"', withdrawal)
    const { password: currentPassword } = person
    const earlier = { ...withdrawal, amount: '30', currentPassword }
    const { id } = (await ask(upstream, contract.payments.create, earlier, person)).payment
    await changePassword(visitor, person)
    // One that was asked for before rests as well, and nobody pays it out.
    const leaves = new RegExp(say('refusals:pause.payment.password', { until: '.+?\\d\\d:\\d\\d[^:]*?' }))
    const page = `/cabinet/withdrawals/${id}`
    expect((await visitor.visit(page)).text).toMatch(leaves)
    const by = await signIn(upstream, 'operator')
    const completion = { id, decision: 'complete', transactionHash: 'ab'.repeat(32) }
    const unpaid = await send(upstream, contract.operator.decidePayment, completion, by)
    expect(unpaid.body).toMatchObject({ code: 'payment_resting' })

    const confirmed = await visitor.submit(review, 'name="figures"', { currentPassword: newPassword })
    expect(confirmed.text).toMatch(
      new RegExp(say('refusals:code.withdrawals_resting', { until: '.+?\\d\\d:\\d\\d[^.]*?' })),
    )
    const refused = await visitor.submit(form, 'name="amount"', withdrawal)
    expect(refused.html).toContain(`value="${tronWallet}"`)
    for (const path of ['/cabinet', '/cabinet/withdrawals/new']) {
      const page = await visitor.visit(path)
      expect(page.text).toMatch(pauseUntil)
      expect(page.text).toContain(say('refusals:pause.why.password'))
      expect(page.$('main [name="amount"]')).toHaveLength(0)
    }

    const { refreshToken: token } = await ask(upstream, contract.auth.login, {
      login: person.login,
      password: newPassword,
    })
    expect((await ask(upstream, contract.payments.list, {}, { token })).total).toBe(1)
    await ask(upstream, contract.demo.clock, { days: 1 }, { token })
    expect((await visitor.visit(page)).text).not.toMatch(leaves)
    const paid = await send(upstream, contract.operator.decidePayment, completion, by)
    expect(paid.status).toBe(200)
    const after = await visitor.visit('/cabinet/withdrawals/new')
    expect(after.text).not.toMatch(pauseUntil)
    expect(after.$('main [name="amount"]')).toHaveLength(1)
    const bell = await ask(
      upstream,
      contract.notification.list,
      { sort: 'createdAt', sortDir: 'desc' },
      { token },
    )
    expect(bell.items.map(({ message }) => wordsOfHtml(message))).toContain(
      'The rest of your withdrawals has ended: you can withdraw again.',
    )
  })

  for (const contact of ['email', 'phone'] as const)
    test(`withdrawals rest for a day after another ${contact}, and the page says why, in ${lng}`, async ({
      app,
    }) => {
      const { upstream } = app
      const person = await newInvestor(upstream)
      await topUp(upstream, person, '100')
      await codesAreOlder(upstream, person)
      const visitor = await signedIn(app.url, person, lng)
      const profile = await visitor.visit('/cabinet/settings/profile')
      const contacts = { email: person.email, phone: person.phone, [contact]: newPerson()[contact] }
      const prompt = await visitor.press(profile, 'name="email"', contacts)
      const changed = await visitor.press(prompt, 'name="email"', {
        ...contacts,
        currentPassword: person.password,
      })
      // Until the code of the new address is typed the earlier one is in force.
      await visitor.press(changed, 'name="code"', { code })
      const page = await visitor.visit('/cabinet/withdrawals/new')
      expect(page.text).toMatch(pauseUntil)
      expect(page.text).toContain(say(`refusals:pause.why.${contact}`))
      expect(page.$('main [name="amount"]')).toHaveLength(0)
      await ask(upstream, contract.demo.clock, { days: 1 }, await signIn(upstream, 'investor'))
      expect((await visitor.visit('/cabinet/withdrawals/new')).text).not.toMatch(pauseUntil)
    })

  test(`withdrawals rest for a day after a second app was added, and the reader is told until when, why, and when that ends, in ${lng}`, async ({
    app,
  }) => {
    const { upstream } = app
    const person = await withFactor(upstream)
    await topUp(upstream, person, '100')
    const { addTotp, confirmTotp } = contract.secondFactors
    const { id, secret } = await ask(upstream, addTotp, { name: 'Tablet' }, person)
    await ask(upstream, confirmTotp, { id, code: authenticator(secret).next() }, person)
    const visitor = openVisitor(app.url, lng)
    const { login, password } = person
    const half = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
    await visitor.submit(half, 'name="code"', { code: person.app.next() })
    const resting = await visitor.visit('/cabinet/withdrawals/new')
    expect(resting.text).toMatch(pauseUntil)
    expect(resting.text).toContain(say('refusals:pause.why.second_factor'))
    expect(resting.$('main [name="amount"]')).toHaveLength(0)
    await ask(upstream, contract.demo.clock, { days: 1 }, person)
    const after = await visitor.visit('/cabinet/withdrawals/new')
    expect(after.text).not.toMatch(pauseUntil)
    expect(after.$('main [name="amount"]')).toHaveLength(1)
    const { items } = await ask(upstream, contract.notification.list, {}, { ...person, language: lng })
    const ended = items.find(({ message }) => wordsOfHtml(message) === restEnded[lng])
    const { html } = await visitor.visit(`/cabinet/notifications/${ended!.id}`)
    expect(wordsOfHtml(html)).toContain(restEnded[lng])
  })

  test(`"this was not me" from a mail on another device stops withdrawals and ends sessions, in ${lng}`, async ({
    app,
  }) => {
    const { upstream } = app
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '200')
    const { password: currentPassword } = person
    const payments = await Promise.all(
      [0, 1].map(() => ask(upstream, contract.payments.create, { ...withdrawal, currentPassword }, person)),
    )
    const [pending, reviewed] = payments.map(({ payment }) => payment.id)
    await ask(upstream, contract.demo.decidePayment, { id: reviewed, decision: 'review' }, person)
    const [token] = await linkTokensOf(upstream, person)
    const thief = await signedIn(app.url, person, lng)

    const owner = openVisitor(app.url, lng)
    expect((await app.fetch(`/not-me/${token}`, { method: 'HEAD' })).status).toBe(200)
    const page = await owner.visit(`/not-me/${token}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).toContain(say('auth:notMe.what'))
    expect((await thief.visit('/cabinet')).url.pathname).toBe('/cabinet')

    const done = await owner.press(page, say('auth:notMe.report'))
    expect(done.text).toContain(say('auth:notMe.doneText'))
    expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)
    expect((await thief.visit('/cabinet')).url.pathname).toBe('/login')
    expect((await owner.press(page, say('auth:notMe.report'))).text).toContain(say('auth:notMe.doneText'))

    const operator = await signIn(upstream, 'operator')
    for (const id of [pending, reviewed]) {
      const completion = { id, decision: 'complete', transactionHash: 'ab12' }
      expect(await send(upstream, contract.operator.decidePayment, completion, operator)).toMatchObject({
        status: 403,
        body: { code: 'withdrawals_frozen' },
      })
    }
    const refused = await thief.submit(await thief.visit('/login'), 'name="password"', {
      login: person.login,
      password: person.password,
    })
    expect(refused.text).toContain(say('refusals:code.password_reset_required'))

    const forgot = await owner.press(
      await owner.follow(done, say('auth:notMe.newPassword')),
      'name="login"',
      {
        login: person.login,
      },
    )
    // The code is made behind the answer.
    await upstream.here?.answered()
    await owner.press(forgot, 'name="code"', { code, password: forgotten, passwordRepeat: forgotten })
    const back = await signedIn(app.url, { ...person, password: forgotten }, lng)
    expect((await back.visit('/cabinet/withdrawals/new')).text).toContain(say('refusals:pause.frozenText'))

    await ask(upstream, contract.operator.unfreezeUser, { id: person.id, reason: 'Spoken with.' }, operator)
    expect((await back.visit('/cabinet')).text).toMatch(pauseUntil)
    expect(app.log()).not.toContain(token)
  })
}

test('the page of a notification has the same button, and signs this device out as well', async ({ app }) => {
  const say = textsOf('en')
  const { upstream } = app
  const person = await newInvestor(upstream)
  const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
  const { password: currentPassword } = person
  await ask(upstream, contract.userData.updateWallets, { wallets, currentPassword }, person)
  const visitor = await signedIn(app.url, person, 'en')
  const { items } = await ask(upstream, contract.notification.list, {}, person)
  const saved = items.find(({ message }) => message.includes('TRC-20'))!
  const page = await visitor.visit(`/cabinet/notifications/${saved.id}`)
  const left = await visitor.press(page, say('auth:notMe.report'))
  expect(left.url.pathname).toBe('/login')
  expect(left.textOf('[role="status"]')).toContain(say('flash:accountFrozen'))
  expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)
})

test('a withdrawal that a rule holds stays held after "this was not me", until an operator turns it down, and the owner reads so', async ({
  app,
}) => {
  const say = textsOf('en')
  const { upstream } = app
  const person = await newInvestor(upstream)
  await topUp(upstream, person, '200')
  // An account that has been used for ten days.
  await upstream.here!.db.execute(
    sql`update tokens set created_at = created_at - interval '10 days' where user_id = ${person.id}`,
  )
  const elsewhere = { 'user-agent': 'curl/8.10', 'x-forwarded-for': '203.0.113.9' }
  const { refreshToken } = await ask(upstream, contract.auth.login, { ...person }, { headers: elsewhere })
  const request = { ...withdrawal, amount: '190', currentPassword: person.password }
  const thiefs = { token: refreshToken, headers: elsewhere }
  const { payment } = await ask(upstream, contract.payments.create, request, thiefs)
  expect(payment.status).toBe('under_review')

  const owner = openVisitor(app.url, 'en')
  const [token] = await linkTokensOf(upstream, person)
  const done = await owner.press(await owner.visit(`/not-me/${token}`), say('auth:notMe.report'))
  expect(done.text).toContain(say('auth:notMe.doneText'))
  const operator = await signIn(upstream, 'operator')
  const complete = { id: payment.id, decision: 'complete', transactionHash: 'ab12' }
  const isFrozen = { status: 403, body: { code: 'withdrawals_frozen' } }
  expect(await send(upstream, contract.operator.decidePayment, complete, operator)).toMatchObject(isFrozen)
  // That the rule was met for nothing does not say that the owner was wrong.
  const clear = { id: payment.id, decision: 'clear', reason: 'Nothing odd about the device.' }
  await ask(upstream, contract.operator.clearAnomaly, clear, operator)
  expect(await send(upstream, contract.operator.decidePayment, complete, operator)).toMatchObject(isFrozen)

  const forgot = await owner.press(await owner.follow(done, say('auth:notMe.newPassword')), 'name="login"', {
    login: person.login,
  })
  await upstream.here?.answered()
  await owner.press(forgot, 'name="code"', { code, password: forgotten, passwordRepeat: forgotten })
  const back = await signedIn(app.url, { ...person, password: forgotten }, 'en')
  expect((await back.visit('/cabinet')).text).toContain(say('refusals:pause.frozenText'))
  const reject = { id: payment.id, decision: 'reject', reason: 'Not yours, as you said.' }
  await ask(upstream, contract.operator.decidePayment, reject, operator)
  const page = await back.visit(`/cabinet/withdrawals/${payment.id}`)
  expect(page.text).toContain(say('common:status.payment.rejected'))
  expect(page.text).toContain(reject.reason)
  expect((await back.visit('/cabinet/notifications')).text).toContain(reject.reason)
  const { refreshToken: own } = await ask(upstream, contract.auth.login, { ...person, password: forgotten })
  expect(await ask(upstream, contract.user.balance, {}, { token: own })).toMatchObject({ balance: '200' })
})

test('an unknown link leads nowhere', async ({ app }) => {
  expect((await openVisitor(app.url, 'en').visit(`/not-me/${'x'.repeat(43)}`)).status).toBe(404)
})

test('"this was not me" to a change of contacts brings the earlier ones back, so that the owner gets the code', async ({
  app,
}) => {
  const say = textsOf('en')
  const { upstream } = app
  const person = await newInvestor(upstream)
  const { password: currentPassword, login } = person
  const stolen = newPerson()
  await codesAreOlder(upstream, person)
  await ask(upstream, contract.user.profile, { phone: stolen.phone, currentPassword }, person)
  await ask(upstream, contract.auth.confirmPhone, { code }, person)
  await ask(upstream, contract.user.profile, { email: stolen.email, currentPassword }, person)
  await ask(upstream, contract.emailConfirmation.confirm, { code }, person)
  const tokens = await linkTokensOf(upstream, person)

  const owner = openVisitor(app.url, 'en')
  const done = await owner.press(await owner.visit(`/not-me/${tokens[0]}`), say('auth:notMe.report'))
  const forgot = await owner.press(await owner.follow(done, say('auth:notMe.newPassword')), 'name="login"', {
    login,
  })
  await upstream.here?.answered()
  await owner.press(forgot, 'name="code"', { code, password: forgotten, passwordRepeat: forgotten })
  const { user } = await ask(upstream, contract.auth.login, { login, password: forgotten })
  expect({ email: user.email, phone: user.phone }).toEqual({ email: person.email, phone: person.phone })
})
