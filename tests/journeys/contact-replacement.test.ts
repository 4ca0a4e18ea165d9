import { eq } from 'drizzle-orm'
import { test as base, expect } from 'vitest'
import { contract } from '~/contract'
import { phoneCodes, tokens } from '../../backend/db/schema/access'
import { outbox } from '../../backend/db/schema/notifications'
import { users } from '../../backend/db/schema/users'
import { ask, refusal, send } from '../contract/client'
import { linkTokensOf } from '../contract/links'
import { type Person, newInvestor, signIn, topUp } from '../contract/people'
import { withFactor } from '../contract/second-factors'
import { type TestUpstream } from '../contract/upstream'
import { startApp } from '../support/in-process-app'
import { demoOperator, newPerson } from '../support/investor'
import { plainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, signedIn } from '../support/visitor'

/** An owner who has lost e-mail and phone: the operator's plan, its notices, the delay, and what stops it. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp()
  onCleanup(() => app.stop())
  return app
})

const newPassword = 'High-tide-at-9'
const code = '000000'
const reason = 'Recognized by the documents.'
const newAddress = () => `new-${newPerson().email}`

/** What was sent about the account: kind and recipient, oldest first. */
async function messagesOf({ here }: TestUpstream, { id }: Person): Promise<string[]> {
  const rows = await here!.db.select().from(outbox).where(eq(outbox.userId, id)).orderBy(outbox.id)
  return rows
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .filter((line) => line.startsWith('contact'))
}

async function rowOf({ here }: TestUpstream, { id }: Person) {
  const [row] = await here!.db.select().from(users).where(eq(users.id, id))
  return row!
}

async function plan(upstream: TestUpstream, { id }: Person, email = newAddress()) {
  const operator = await signIn(upstream, 'operator')
  const { user } = await ask(
    upstream,
    contract.operator.replaceContacts,
    { id, decision: 'plan', email, reason },
    operator,
  )
  return { email, at: user.contactReplacement!.at }
}

const isPlanned = async (upstream: TestUpstream, person: Person) =>
  (await rowOf(upstream, person)).contactReplacementAt !== null

async function setPassword({ upstream }: { upstream: TestUpstream }, visitor: Visitor, login: string) {
  const page = await visitor.submit(await visitor.visit('/password/forgot'), 'name="login"', { login })
  await upstream.here!.answered()
  return visitor.press(page, 'name="code"', {
    code,
    password: newPassword,
    passwordRepeat: newPassword,
  })
}

for (const lng of plainLanguages) {
  const say = textsOf(lng)

  test(`an operator plans it on the investor's page, days later the new e-mail opens the account, in ${lng}`, async ({
    app,
  }) => {
    const { upstream } = app
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const email = newAddress()
    const operator = openVisitor(app.url, lng)
    await operator.press(await operator.visit('/login'), 'name="password"', demoOperator)
    const address = `/operator/investors/${person.id}`
    const form = await operator.follow(await operator.visit(address), say('investors:do.replace-contacts'))
    const empty = await operator.press(form, 'name="email"', { reason })
    expect(empty.refused.problems).toEqual([say('refusals:code.email_required')])
    const review = await operator.press(form, 'name="email"', { email, reason })
    expect(review.text).toContain(email)
    expect(review.text).toContain(say('investors:change.place.sms'))
    expect(await messagesOf(upstream, person)).toEqual([])
    const planned = await operator.press(review, 'id="confirm"')
    expect(planned.textOf('[role="status"]')).toContain(say('flash:contactReplacementPlanned'))
    expect(planned.text).toContain(say('investors:case.replacementText', { email }))
    expect(planned.links(`${address}/replace-contacts`)).toEqual([])

    // At once: at every old address, at the new one, and in the bell. Nothing else has changed.
    expect((await messagesOf(upstream, person)).sort()).toEqual(
      [
        `contact_planned ${email}`,
        `contact_replacement_planned ${person.email}`,
        `contact_replacement_planned ${person.phone}`,
      ].sort(),
    )
    const own = await signedIn(app.url, person, lng)
    expect((await own.visit('/cabinet/notifications')).text).toContain('n…@')
    expect(await rowOf(upstream, person)).toMatchObject({ email: person.email, phone: person.phone })

    // By then the operator may have to take it back; a second plan starts anew.
    const keep = await operator.follow(await operator.visit(address), say('investors:do.keep-contacts'))
    const kept = await operator.press(keep, 'name="reason"', { reason: 'An error.' })
    expect(kept.textOf('[role="status"]')).toContain(say('flash:contactReplacementCancelled'))
    expect(await isPlanned(upstream, person)).toBe(false)
    await plan(upstream, person, email)

    await ask(upstream, contract.demo.clock, { days: 2 }, person)
    expect(await isPlanned(upstream, person)).toBe(true)
    await ask(upstream, contract.demo.clock, { days: 1 }, person)
    expect(await rowOf(upstream, person)).toMatchObject({ email, phone: null, phoneConfirmedAt: null })
    const sent = await messagesOf(upstream, person)
    expect(sent.slice(-3).sort()).toEqual(
      [
        `contact_in_force ${email}`,
        `contacts_replaced ${person.email}`,
        `contacts_replaced ${person.phone}`,
      ].sort(),
    )
    expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)
    const { login, password } = person
    expect((await refusal(upstream, contract.auth.login, { login, password })).body).toMatchObject({
      code: 'password_reset_required',
    })

    const owner = openVisitor(app.url, lng)
    expect((await setPassword(app, owner, email)).url.pathname).toBe('/login')
    const inside = await owner.submit(await owner.visit('/login'), 'name="password"', {
      ...{ login: email, password: newPassword },
    })
    // The number is to be given anew, after the password and a code that goes to the new address.
    expect(inside.url.pathname).toBe('/phone')
    const { phone } = newPerson()
    // An account is sent one code for a number a minute, and it has just been registered.
    const older = { createdAt: new Date(Date.now() - 61_000) }
    await upstream.here!.db.update(phoneCodes).set(older).where(eq(phoneCodes.userId, person.id))
    const numbered = await owner.press(inside, 'name="phone"', { phone, currentPassword: newPassword })
    const cabinet = await owner.press(numbered, 'name="code"', { code })
    expect(cabinet.url.pathname).toBe('/cabinet')
    expect((await rowOf(upstream, person)).withdrawalsRestUntil).not.toBeNull()
    const activity = await owner.visit('/cabinet/settings/activity')
    expect(activity.text).toContain(say('activity:kind.contacts_replaced'))
    const { items } = await ask(
      upstream,
      contract.operator.audit,
      { search: person.id },
      await signIn(upstream, 'operator'),
    )
    expect(items.map(({ action }) => action)).toEqual([
      ...['user.replace_contacts', 'user.keep_contacts', 'user.replace_contacts'],
    ])
  })
}

test('it is stopped by "this was not me" from an old address and from the bell, by a code at an old one, and by a new password', async ({
  app,
}) => {
  const { upstream } = app
  const [byLink, byBell, byStepUp, byReset] = (await Promise.all(
    Array.from({ length: 4 }, () => newInvestor(upstream)),
  )) as [Person, Person, Person, Person]
  for (const person of [byLink, byBell, byStepUp, byReset]) await plan(upstream, person)

  const link = (await linkTokensOf(upstream, byLink)).at(-1)!
  await ask(upstream, contract.notMe.report, { token: link })
  const { items } = await ask(upstream, contract.notification.list, {}, byBell)
  const { id } = items.find(({ message }) => message.includes('becomes the e-mail of your account'))!
  await ask(upstream, contract.notMe.reportOwn, { id }, byBell)
  for (const person of [byLink, byBell])
    expect(await rowOf(upstream, person)).toMatchObject({
      ...{ frozenAt: expect.any(Date) as Date, contactReplacementAt: null, email: person.email },
    })

  // To sign in and look is no sign that the addresses are still there; to read what is sent to them is.
  const visitor = await signedIn(app.url, byStepUp, 'en')
  expect(await isPlanned(upstream, byStepUp)).toBe(true)
  const form = await visitor.visit('/cabinet/settings/security/mail-phrase')
  // The visitor types the code that is sent then.
  await visitor.press(form, 'name="phrase"', {
    ...{ phrase: 'Three grey herons', currentPassword: byStepUp.password },
  })
  await setPassword(app, openVisitor(app.url, 'en'), byReset.login)
  for (const person of [byStepUp, byReset]) {
    expect(await isPlanned(upstream, person)).toBe(false)
    expect((await messagesOf(upstream, person)).slice(-2).sort()).toEqual(
      [person.email, person.phone].map((to) => `contact_replacement_cancelled ${to}`).sort(),
    )
  }

  // Nothing that was stopped takes place.
  await ask(upstream, contract.demo.clock, { days: 4 }, byStepUp)
  for (const person of [byLink, byBell, byStepUp, byReset])
    expect(await rowOf(upstream, person)).toMatchObject({ email: person.email, phone: person.phone })
})

test('an owner whose contacts were replaced after all gets them back by "this was not me"; a taken address replaces none', async ({
  app,
}) => {
  const { upstream } = app
  const [person, late, other] = [
    await newInvestor(upstream),
    await newInvestor(upstream),
    await newInvestor(upstream),
  ]
  await plan(upstream, person)
  const { email: wanted } = await plan(upstream, late)
  await upstream.here!.db.update(users).set({ email: wanted }).where(eq(users.id, other.id))
  await ask(upstream, contract.demo.clock, { days: 3 }, other)
  expect(await rowOf(upstream, late)).toMatchObject({ email: late.email, contactReplacementAt: null })
  expect(await rowOf(upstream, person)).toMatchObject({ phone: null })

  const link = (await linkTokensOf(upstream, person)).at(-1)!
  await ask(upstream, contract.notMe.report, { token: link })
  const { email, phone } = person
  expect(await rowOf(upstream, person)).toMatchObject({ email, phone, frozenAt: expect.any(Date) as Date })
  const open = await upstream.here!.db.select().from(tokens).where(eq(tokens.userId, person.id))
  expect(open.filter(({ endedAt }) => endedAt === null)).toEqual([])
  await setPassword(app, openVisitor(app.url, 'en'), person.login)
  await signedIn(app.url, { ...person, password: newPassword }, 'en')
})

test('who has lost the addresses alone is asked for the second factor after all', async ({ app }) => {
  const { upstream } = app
  const person = await withFactor(upstream)
  const { email } = await plan(upstream, person)
  await ask(upstream, contract.demo.clock, { days: 3 }, person)
  const owner = openVisitor(app.url, 'en')
  expect((await setPassword(app, owner, email)).url.pathname).toBe('/login')
  const account = { login: email, password: newPassword }
  const half = await owner.submit(await owner.visit('/login'), 'name="password"', account)
  expect(half.url.pathname).toBe('/login/second-factor')
  const wrong = await owner.submit(half, 'name="code"', { code: person.app.wrong() })
  expect(wrong.refused.fields).toBe(1)
  const inside = await owner.submit(wrong, 'name="code"', { code: person.recoveryCodes[0]! })
  expect(inside.url.pathname).toBe('/phone')
})

test('who has lost everything gets in by two decisions of operators, each with its delay and its notices', async ({
  app,
}) => {
  const { upstream } = app
  const person = await withFactor(upstream)
  const owner = openVisitor(app.url, 'en')
  const { login, password } = person
  // The password is known, and neither the factor nor the addresses are there.
  const half = await owner.submit(await owner.visit('/login'), 'name="password"', { login, password })
  const page = await owner.follow(half, textsOf('en')('security:signIn.lostLink'))
  await owner.press(page, textsOf('en')('security:lost.report'))
  const by = await signIn(upstream, 'operator')
  const removal = { id: person.id, reason }
  await ask(upstream, contract.operator.removeFactors, removal, by)
  const { email } = await plan(upstream, person)
  const messagesOf = async () => {
    const rows = await upstream.here!.db.select().from(outbox).where(eq(outbox.userId, person.id))
    return new Set(rows.map(({ kind, recipient }) => `${kind} ${recipient}`))
  }
  for (const line of [
    `factors_lost ${person.email}`,
    `factor_removal_planned ${person.email}`,
    `contact_replacement_planned ${person.email}`,
    `contact_replacement_planned ${person.phone}`,
    `contact_planned ${email}`,
  ])
    expect([...(await messagesOf())]).toContain(line)

  await ask(upstream, contract.demo.clock, { days: 2 }, person)
  const early = openVisitor(app.url, 'en')
  const stillHalf = await early.submit(await early.visit('/login'), 'name="password"', { login, password })
  expect(stillHalf.url.pathname).toBe('/login/second-factor')
  await early.submit(await early.visit('/password/forgot'), 'name="login"', { login: email })
  await upstream.here!.answered()
  expect([...(await messagesOf())].filter((line) => line.startsWith('password_code'))).toEqual([])

  await ask(upstream, contract.demo.clock, { days: 1 }, person)
  expect((await setPassword(app, owner, email)).url.pathname).toBe('/login')
  const inside = await owner.submit(await owner.visit('/login'), 'name="password"', {
    ...{ login: email, password: newPassword },
  })
  expect(inside.url.pathname).toBe('/phone')
  const row = await rowOf(upstream, person)
  expect(row).toMatchObject({ email, phone: null, factorRemovalAt: null })
  // Nothing leaves for a day, and the earlier addresses were told of both.
  expect(row.withdrawalsRestUntil!.getTime()).toBeGreaterThan(Date.now() + 3 * 86_400_000)
  for (const line of [`contacts_replaced ${person.email}`, `contacts_replaced ${person.phone}`])
    expect([...(await messagesOf())]).toContain(line)
  const { items } = await ask(upstream, contract.operator.audit, { search: person.id }, by)
  expect(items.map(({ action }) => action)).toEqual(['user.replace_contacts', 'user.remove_factors'])
})
