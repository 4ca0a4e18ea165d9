import { test as base, expect } from 'vitest'
import { contract } from '~/contract'
import { ask } from '../contract/client'
import { newInvestor, signIn, stepUp, topUp } from '../contract/people'
import { startApp } from '../support/in-process-app'
import { demoOperator, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'

/** A withdrawal to an address that nothing was paid to before rests for a day, and all pages say until when. */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ newWalletsRest: true })
  onCleanup(() => app.stop())
  return app
})

const withdrawal = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }

for (const lng of ['ru', 'en'] as const)
  test(`the review and the page of a withdrawal say when its money leaves, and the operator reads why not yet, in ${lng}`, async ({
    app,
  }) => {
    const say = textsOf(lng)
    const { upstream } = app
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '200')
    await stepUp(upstream, person)
    const visitor = await signedIn(app.url, person, lng)
    const form = await visitor.visit('/cabinet/withdrawals/new')
    const review = await visitor.submit(form, 'name="amount"', withdrawal)
    expect(review.text).toContain(say('refusals:pause.review.term'))
    expect(review.text).toContain(say('refusals:pause.review.note'))
    const page = await visitor.submit(review, 'name="figures"', { currentPassword: person.password })
    const leaves = new RegExp(say('refusals:pause.payment.wallet', { until: '.+?\\d\\d:\\d\\d[^:]*?' }))
    expect(page.text).toMatch(leaves)

    const { items } = await ask(upstream, contract.payments.list, {}, person)
    const id = items[0]!.id
    const cashier = openVisitor(app.url, lng)
    await cashier.submit(await cashier.visit('/login'), 'name="password"', demoOperator)
    const found = await cashier.visit(`/operator/withdrawals/${id}`)
    expect(found.text).toContain(say('cases:fact.rest'))
    expect(found.text).toContain(say('cases:rest.wallet'))

    // The demonstration plays the day as well; then the address is known.
    await ask(upstream, contract.demo.decidePayment, { id, decision: 'complete' }, person)
    const again = await visitor.submit(
      await visitor.visit('/cabinet/withdrawals/new'),
      'name="amount"',
      withdrawal,
    )
    expect(again.text).not.toContain(say('refusals:pause.review.term'))
    const done = await visitor.visit(`/cabinet/withdrawals/${id}`)
    expect(done.text).not.toMatch(leaves)
  })

test('what is to leave in a batch leaves out what rests, and says so', async ({ app }) => {
  const { upstream } = app
  const say = textsOf('en')
  const by = await signIn(upstream, 'cashier')
  const person = await newInvestor(upstream)
  await topUp(upstream, person, '200')
  const { password: currentPassword } = person
  const { payment } = await ask(
    upstream,
    contract.payments.create,
    { ...withdrawal, currentPassword },
    person,
  )
  await ask(upstream, contract.operator.decidePayment, { id: payment.id, decision: 'approve' }, by)
  const cashier = openVisitor(app.url, 'en')
  await cashier.submit(await cashier.visit('/login'), 'name="password"', demoOperator)
  const draft = await cashier.visit('/operator/withdrawals/batches/new?system=usdt-trc20')
  expect(draft.text).toContain(say('batches:new.resting_one', { count: 1 }))
  expect(draft.text).not.toContain(person.login)
})
