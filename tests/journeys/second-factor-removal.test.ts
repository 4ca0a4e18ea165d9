import { test as base, expect } from 'vitest'
import { contract } from '~/contract'
import { ask, send } from '../contract/client'
import { signIn } from '../contract/people'
import { withFactor } from '../contract/second-factors'
import { startApp } from '../support/in-process-app'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, rowsOf } from '../support/visitor'

/** An owner who has lost every second factor: the request, the operator's decision, the delay, and what ends it. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp()
  onCleanup(() => app.stop())
  return app
})

type Person = Awaited<ReturnType<typeof withFactor>>
const withPassword = async (visitor: Visitor, { login, password }: Person) =>
  visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })

for (const lng of ['ru', 'en'] as const) {
  const say = textsOf(lng)

  test(`an owner who has lost all factors signs in by the password three days after an operator's decision, in ${lng}`, async ({
    app,
  }) => {
    const { upstream } = app
    const person = await withFactor(upstream)
    const visitor = openVisitor(app.url, lng)
    const half = await withPassword(visitor, person)
    const page = await visitor.follow(half, say('security:signIn.lostLink'))
    expect(page.text).toContain(say('security:lost.wait'))
    for (let times = 0; times < 2; times += 1) {
      const sent = await visitor.press(page, say('security:lost.report'))
      expect(sent.url.pathname + sent.url.search).toBe('/login/second-factor/lost?sent=1')
      expect(sent.textOf('main h1')).toBe(say('security:lost.sent'))
    }
    const operator = await signIn(upstream, 'operator')
    const { items } = await ask(
      upstream,
      contract.operator.inquiries,
      { kind: 'factors_lost', status: 'open' },
      operator,
    )
    expect(items.filter(({ owner }) => owner?.id === person.id)).toHaveLength(1)

    const decision = { id: person.id, reason: 'Recognized by the documents.' }
    const { user } = await ask(upstream, contract.operator.removeFactors, decision, operator)
    expect(user.factorRemovalAt).not.toBeNull()
    // The owner's open sessions say so, and nothing has changed yet.
    const { removalAt } = await ask(upstream, contract.secondFactors.list, {}, person)
    expect(removalAt).toBe(user.factorRemovalAt)
    expect((await withPassword(openVisitor(app.url, lng), person)).url.pathname).toBe('/login/second-factor')

    // A day too soon nothing is removed, however often it is tried.
    await ask(upstream, contract.demo.clock, { days: 2 }, person)
    for (let times = 0; times < 2; times += 1) {
      const early = await withPassword(openVisitor(app.url, lng), person)
      expect(early.url.pathname).toBe('/login/second-factor')
    }
    const { items: kept } = await ask(upstream, contract.secondFactors.list, {}, person)
    expect(kept.map(({ id }) => id)).toEqual([person.factorId])

    await ask(upstream, contract.demo.clock, { days: 1 }, person)
    const inside = await withPassword(visitor, person)
    expect(inside.url.pathname).toBe('/cabinet')
    // A session from before may be somebody else's.
    expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)
    const security = await visitor.visit('/cabinet/settings/security')
    expect(security.text).toContain(say('security:factors.none'))
    const activity = await visitor.visit('/cabinet/settings/activity?group=account')
    expect(rowsOf(activity)[0]?.[0]).toBe(say('activity:kind.factors_removed'))
    await upstream.here?.answered()
    const bell = await visitor.visit('/cabinet/notifications')
    expect(bell.text).toContain(lng === 'ru' ? 'Второй фактор и резервные коды' : 'The second factor and the')
  })
}

test('a code that turns up, or "this was not me", ends the removal', async ({ app }) => {
  const { upstream } = app
  const operator = await signIn(upstream, 'operator')
  const reason = 'Recognized by the documents.'
  const plan = ({ id }: Person) => ask(upstream, contract.operator.removeFactors, { id, reason }, operator)

  const found = await withFactor(upstream)
  await plan(found)
  const visitor = openVisitor(app.url, 'en')
  await visitor.submit(await withPassword(visitor, found), 'name="code"', { code: found.app.next() })
  expect((await visitor.visit('/cabinet/notifications')).text).toContain('so it is not removed')

  const attacked = await withFactor(upstream)
  await plan(attacked)
  const { items } = await ask(upstream, contract.notification.list, {}, attacked)
  const { id } = items.find(({ message }) => message.includes('will remove the second factor'))!
  await ask(upstream, contract.notMe.reportOwn, { id }, attacked)

  await ask(upstream, contract.demo.clock, { days: 4 }, found)
  const next = openVisitor(app.url, 'en')
  expect((await withPassword(next, found)).url.pathname).toBe('/login/second-factor')
  const { items: users } = await ask(
    upstream,
    contract.operator.users,
    { search: attacked.login },
    await signIn(upstream, 'operator'),
  )
  expect(users[0]!.factorRemovalAt).toBeNull()
})

test('without the password there is nothing to ask for', async ({ app }) => {
  const visitor = openVisitor(app.url, 'en')
  expect((await visitor.visit('/login/second-factor/lost')).url.pathname).toBe('/login')
})
