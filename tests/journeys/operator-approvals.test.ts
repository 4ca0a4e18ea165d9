import { sql } from 'drizzle-orm'
import { demoAdmin, demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { addAuthenticator } from '../support/second-factor'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'

/** What needs a second operator, with two of them, without scripts. */

const demoCashier = { login: 'cashier', password: 'Demo-cashier-1' }

type Stack = Pick<WatchedProduct, 'url' | 'backendUrl'>

async function operatorAt({ url }: Stack, who: typeof demoAdmin, lng: 'ru' | 'en' = 'en') {
  const visitor = openVisitor(url, lng)
  await visitor.press(await visitor.visit('/login'), 'name="password"', who)
  return visitor
}

/** The products of other journeys have one operator. */
async function withRule({ backendUrl }: Stack): Promise<void> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { rules } = (await ask('GET', '/ext/operator/proposals')) as { rules: { on: boolean } }
  const value = { on: true, over: { payment: '1000', refill: '1000' } }
  if (!rules.on) await ask('PATCH', '/ext/operator/settings/fourEyes', { value })
}

/** A change of a plan that the demonstration's operator has proposed. */
async function proposePlan({ backendUrl, ...stack }: Stack, dailyPercent: string): Promise<string> {
  await withRule({ backendUrl, ...stack })
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const edit = { dailyPercent, reason: 'As agreed.' }
  const { proposal } = (await ask('PATCH', '/ext/operator/plans/tsunami', edit)) as {
    proposal: { id: string }
  }
  return proposal.id
}

async function percentOf({ backendUrl }: Stack): Promise<string | undefined> {
  const response = await fetch(`${backendUrl}/api/settings_other/plans/available`)
  const { items } = (await response.json()) as { items: { id: string; dailyPercent: string }[] }
  return items.find(({ id }) => id === 'tsunami')?.dailyPercent
}

for (const lng of otherPlainLanguages)
  test(`a plan changes once a second operator has approved it, and not before, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const before = await percentOf(stack)
    const wanted = lng === 'ru' ? '3.14' : '3.15'
    const id = await proposePlan(stack, wanted)
    const address = `/operator/approvals/${id}`
    expect(await percentOf(stack)).toBe(before)

    const first = await operatorAt(stack, demoOperator, lng)
    const own = await first.visit(address)
    expect(own.text).toContain(say('operator:approvals.own'))
    expect(own.$('button[value="approve"], button[value="reject"]')).toHaveLength(0)
    expect(own.$('button[value="withdraw"]')).toHaveLength(1)

    const second = await operatorAt(stack, demoAdmin, lng)
    const today = await second.visit('/operator')
    // With the number of those that wait.
    const list = await second.follow(today, `${say('operator:approvals.title')} 1`)
    const page = await second.follow(list, say('operator:approvals.call.editPlan'))
    expect(page.url.pathname).toBe(address)
    expect(page.text).toContain('As agreed.')
    expect(rowsOf(page)).toContainEqual([say('operator:approvals.name.dailyPercent'), before, wanted])

    const silent = await second.press(page, 'value="reject"', { decision: 'reject' })
    expect(silent.refused.problems).toEqual([say('refusals:code.required')])
    const done = await second.press(page, 'value="approve"', { decision: 'approve' })
    expect(done.url.pathname).toBe(address)
    expect(done.text).toContain(say('flash:proposalApproved'))
    expect(done.text).toContain(say('operator:approvals.state.approved'))
    expect(done.$('main form')).toHaveLength(0)
    expect(await percentOf(stack)).toBe(wanted)
    expect((await second.visit('/operator/approvals')).links(address)).toEqual([])
    expect((await second.visit('/operator/approvals?status=approved')).links(address)).toHaveLength(1)
    const trail = await second.visit(`/operator/audit?kind=proposal&search=${id}`)
    for (const verb of ['propose', 'approve'] as const)
      expect(trail.text).toContain(
        `${say('operators:audit.kind.proposal')}: ${say(`operators:audit.verb.${verb}`)}`,
      )
    expect(trail.links(address)).toHaveLength(2)
  })

test('a proposal is withdrawn by whoever made it, and a rejection is read there with its reason', async ({
  stack,
}) => {
  const say = textsOf('en')
  const before = await percentOf(stack)
  const first = await operatorAt(stack, demoOperator)
  const own = await first.visit(`/operator/approvals/${await proposePlan(stack, '3.2')}`)
  const withdrawn = await first.press(own, 'value="withdraw"', { decision: 'withdraw' })
  expect(withdrawn.text).toContain(say('flash:proposalWithdrawn'))

  const address = `/operator/approvals/${await proposePlan(stack, '3.3')}`
  const second = await operatorAt(stack, demoAdmin)
  const rejection = { decision: 'reject', reason: 'Too early.' }
  const rejected = await second.press(await second.visit(address), 'value="reject"', rejection)
  expect(rejected.text).toContain(say('flash:proposalRejected'))
  expect((await first.visit(address)).text).toContain('Too early.')
  expect(await percentOf(stack)).toBe(before)
})

test('a large withdrawal waits for a second operator, and one that its investor cancels meanwhile is not made', async ({
  stack,
}) => {
  const say = textsOf('en')
  await withRule(stack)
  const investor = await newInvestor(stack.backendUrl, { usdt: '3000' })
  const cashier = await knownInvestor(stack.backendUrl, demoCashier)
  const withdrawal = async (amount: string) => {
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    return payment.id
  }
  const approve = async (id: string) =>
    (await cashier.ask('POST', `/ext/operator/payments/${id}/decide`, { decision: 'approve' })) as {
      payment: { id: string; approvedAt: string | null }
      proposal: { id: string } | null
    }
  expect((await approve(await withdrawal('500'))).proposal).toBeNull()

  const paid = await approve(await withdrawal('1200'))
  expect(paid.payment.approvedAt).toBeNull()
  const second = await operatorAt(stack, demoOperator)
  const waiting = await second.visit(`/operator/withdrawals/${paid.payment.id}`)
  expect(waiting.text).toContain(say('operator:approvals.waits'))
  const page = await second.follow(waiting, say('operator:approvals.see'))
  expect(page.text).toContain(investor.login)
  expect(page.text).toContain(tronWallet)
  const approved = await second.press(page, 'value="approve"', { decision: 'approve' })
  expect(approved.text).toContain(say('flash:proposalApproved'))

  const id = await withdrawal('1100')
  const { proposal } = await approve(id)
  await investor.ask('POST', `/ext/payments/${id}/cancel`, {})
  const late = await second.visit(`/operator/approvals/${proposal!.id}`)
  const failed = await second.press(late, 'value="approve"', { decision: 'approve' })
  expect(failed.text).toContain(say('flash:proposalFailed'))
  expect(failed.text).toContain(say('refusals:code.proposal_outdated'))
  // Sent once more, it tells the same.
  const again = await second.press(late, 'value="approve"', { decision: 'approve' })
  expect(again.text).toContain(say('operator:approvals.state.failed'))
  const balance = (await investor.ask('GET', '/user/balance')) as { balance: string }
  expect(balance.balance).toBe('1300')
})

test('whoever may not make a change may not approve it', async ({ stack }) => {
  const say = textsOf('en')
  const id = await proposePlan(stack, '3.4')
  const cashier = await operatorAt(stack, demoCashier)
  const page = await cashier.visit(`/operator/approvals/${id}`)
  expect(page.text).toContain(say('operator:approvals.notYours'))
  expect(page.$('main form')).toHaveLength(0)
  expect((await cashier.visit('/operator/approvals/rule')).status).toBe(404)
  const first = await operatorAt(stack, demoOperator)
  const own = await first.visit(`/operator/approvals/${id}`)
  await first.press(own, 'value="withdraw"', { decision: 'withdraw' })
})

test('the rule is switched off by two, Today says so, and one switches it on again', async ({ stack }) => {
  const say = textsOf('en')
  await withRule(stack)
  const first = await operatorAt(stack, demoOperator)
  const rule = (await first.visit('/operator/approvals')).links('/operator/approvals/rule')[0]!
  const form = await first.visit(rule)
  const wrong = await first.press(form, 'name="payment"', { payment: 'much', refill: '500' })
  expect(wrong.refused.problems).toHaveLength(1)
  const waiting = await first.press(form, 'name="payment"', { rule: 'off', payment: '1000', refill: '1000' })
  expect(waiting.text).toContain(say('flash:changeProposed'))
  expect((await first.visit('/operator')).text).not.toContain(say('operator:approvals.rule.off'))

  const second = await operatorAt(stack, demoAdmin)
  const page = await second.visit(waiting.url.pathname)
  await second.press(page, 'value="approve"', { decision: 'approve' })
  expect((await second.visit('/operator')).text).toContain(say('operator:approvals.rule.off'))

  // A page that was opened before another change replaces it only where that is wanted.
  const [off, opened] = [await first.visit(rule), await first.visit(rule)]
  const lower = await first.press(off, 'name="payment"', { rule: 'off', payment: '900', refill: '1000' })
  expect(lower.text).toContain(say('flash:ruleChanged'))
  const late = await first.press(opened, 'name="payment"', { rule: 'on', payment: '1000', refill: '800' })
  expect([late.status, late.value('refill')]).toEqual([422, '800'])
  expect(late.text).toContain(say('content:conflict.text'))
  expect((await first.visit('/operator')).text).toContain(say('operator:approvals.rule.off'))
  expect((await first.visit(rule)).value('payment')).toBe('900')

  const on = await first.press(late, say('content:conflict.replace'), { refill: '1000' })
  expect(on.text).toContain(say('flash:ruleChanged'))
  expect((await first.visit('/operator')).text).not.toContain(say('operator:approvals.rule.off'))
})

test('a rate that a second operator has to approve waits, and is set then', async ({ stack }) => {
  const say = textsOf('en')
  await withRule(stack)
  const first = await operatorAt(stack, demoOperator)
  const rates = '/operator/content/rates'
  const typed = { coin: 'TRX', rate: '0.2987654321' }
  const review = await first.press(await first.visit(rates), 'name="rate"', typed)
  const waiting = await first.press(review, 'name="figures"')
  expect(waiting.text).toContain(say('flash:changeProposed'))
  expect(waiting.text).not.toContain('0.2987654321')
  const again = await first.press(review, 'name="figures"')
  expect(again.text).not.toContain(say('flash:rateSet'))

  const second = await operatorAt(stack, demoAdmin)
  const { ask } = await knownInvestor(stack.backendUrl, demoAdmin)
  const { items } = (await ask('GET', '/ext/operator/proposals?status=open')) as {
    items: { id: string; call: string }[]
  }
  const proposal = items.find(({ call }) => call === 'operator.setRate')!
  const page = await second.visit(`/operator/approvals/${proposal.id}`)
  await second.press(page, 'value="approve"', { decision: 'approve' })
  expect((await second.visit(rates)).text.replace(/\s/g, '')).toContain('0.2987654321')
})

test('other visitors find no approvals', async ({ stack }) => {
  const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  for (const path of ['/operator/approvals', '/operator/approvals/none', '/operator/approvals/rule']) {
    expect((await openVisitor(stack.url).visit(path)).status, path).toBe(404)
    expect((await investor.visit(path)).status, path).toBe(404)
  }
  const operator = await operatorAt(stack, demoOperator)
  expect((await operator.visit('/operator/approvals/none')).status).toBe(404)
})

test('who has lost everything is given the account by two operators: one alone plans nothing, and the owner is told of nothing before', async ({
  stack,
}) => {
  const say = textsOf('en')
  await withRule(stack)
  const investor = await newInvestor(stack.backendUrl)
  const owner = await signedIn(stack.url, investor, 'en')
  await addAuthenticator(investor)
  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  const { items } = (await ask('GET', `/ext/operator/investors?search=${investor.login}`)) as {
    items: { id: string }[]
  }
  const address = `/operator/investors/${items[0]!.id}`
  const securityTexts = ['Support will remove the second factor', 'becomes the e-mail of your account']
  const textsRead = async () => {
    const { text } = await owner.visit('/cabinet/notifications')
    return securityTexts.filter((words) => text.includes(words))
  }
  const email = `new-${investor.email}`
  const reason = 'Known by the papers.'

  const first = await operatorAt(stack, demoOperator)
  const removal = await first.visit(`${address}/remove-factors`)
  expect(removal.text).toContain(say('operator:approvals.needsSecond'))
  const proposed = await first.press(removal, 'name="reason"', { reason })
  expect(proposed.text).toContain(say('flash:changeProposed'))
  const review = await first.press(await first.visit(`${address}/replace-contacts`), 'name="email"', {
    ...{ email, reason },
  })
  expect(review.text).toContain(say('operator:approvals.needsSecond'))
  const both = await first.press(review, 'id="confirm"')
  for (const call of ['removeFactors', 'replaceContacts'])
    expect(both.text).toContain(
      say('operator:approvals.waitsFor', { change: say(`operator:approvals.call.${call}`) }),
    )
  // Neither can be proposed twice, and nothing is planned.
  for (const change of ['remove-factors', 'replace-contacts']) {
    expect(both.links(`${address}/${change}`)).toEqual([])
    expect((await first.visit(`${address}/${change}`)).text).toContain(say('operator:approvals.waits'))
  }
  expect(both.text).not.toContain(say('investors:case.removalText'))
  expect(both.text).not.toContain(say('investors:case.replacementText', { email }))
  expect(await textsRead()).toEqual([])
  for (const link of both.links('/operator/approvals/'))
    expect((await first.visit(link)).text).toContain(say('operator:approvals.own'))

  const second = await operatorAt(stack, demoAdmin)
  const [one = 'none', other = 'none'] = (await second.visit(address)).links('/operator/approvals/')
  const page = await second.visit(one)
  expect(page.links(address)).toEqual([address])
  await second.press(page, 'value="approve"', { decision: 'approve' })
  const afterOne = await second.visit(address)
  expect(afterOne.text).toContain(say('investors:case.removalText'))
  expect(afterOne.text).not.toContain(say('investors:case.replacementText', { email }))
  const replacement = await second.visit(other)
  expect(rowsOf(replacement)).toContainEqual([
    ...[say('operator:approvals.name.replacementEmail'), say('operator:approvals.nothing'), email],
  ])
  await second.press(replacement, 'value="approve"', { decision: 'approve' })
  expect((await second.visit(address)).text).toContain(say('investors:case.replacementText', { email }))
  expect(await textsRead()).toEqual(securityTexts)
  // One operator is enough to leave the contacts as they are.
  const keep = await first.visit(`${address}/keep-contacts`)
  expect(keep.text).not.toContain(say('operator:approvals.needsSecond'))
  const kept = await first.press(keep, 'name="reason"', { reason: 'An error.' })
  expect(kept.text).toContain(say('flash:contactReplacementCancelled'))
  // The trail, which nothing is taken out of, has nobody's address.
  const trail = await ask('GET', `/ext/operator/audit?search=${items[0]!.id}`)
  const proposals = await ask('GET', '/ext/operator/audit?limit=100')
  expect(JSON.stringify([trail, proposals])).not.toContain(investor.email)
})

test('the only admin reads that nobody can approve, on Today and on the proposal, and is led to what helps', async ({
  stack,
}) => {
  const say = textsOf('en')
  const alone = say('operator:approvals.rule.alone')
  const address = `/operator/approvals/${await proposePlan(stack, '3.4')}`
  const first = await operatorAt(stack, demoOperator)
  expect((await first.visit('/operator')).text).not.toContain(alone)
  expect((await first.visit(address)).text).toContain(say('operator:approvals.own'))

  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  const { items } = (await ask('GET', '/ext/operator/operators?search=admin')) as { items: { id: string }[] }
  const decide = (decision: string) =>
    ask('POST', `/ext/operator/operators/${items[0]!.id}/decide`, { decision, reason: 'Away.' })
  await decide('suspend')
  try {
    const today = await first.visit('/operator')
    expect(today.text).toContain(alone)
    const own = await first.visit(address)
    expect(own.text).toContain(say('operator:approvals.alone.title'))
    expect(own.text).not.toContain(say('operator:approvals.own'))
    for (const page of [today, own])
      for (const path of ['/operator/people', '/operator/approvals/rule'])
        expect(page.$(`main a[href="${path}"]`), path).toHaveLength(1)
    await first.press(own, 'value="withdraw"', { decision: 'withdraw' })
    // A cashier who proposes has an admin who approves.
    const cashier = await operatorAt(stack, demoCashier)
    const todayOfCashier = await cashier.visit('/operator')
    expect(todayOfCashier.text).toContain(alone)
    expect(todayOfCashier.$('main a[href="/operator/approvals/rule"]')).toHaveLength(0)
  } finally {
    await decide('restore')
  }
  expect((await first.visit('/operator')).text).not.toContain(alone)
})

test('while four eyes are off, Today says so to all, and leads to the rule whoever may change it', async ({
  stack,
}) => {
  const say = textsOf('en')
  await stack.db!.execute(
    sql`update settings set value = jsonb_set(value, '{on}', 'false') where key = 'fourEyes'`,
  )
  for (const [login, mayChange] of [
    ['operator', true],
    ['cashier', false],
    ['support', false],
    ['editor', false],
  ] as const) {
    const operator = await operatorAt(stack, { login, password: `Demo-${login}-1` })
    const today = await operator.visit('/operator')
    expect(today.text, login).toContain(say('operator:approvals.rule.off'))
    const links = today.$('main a[href="/operator/approvals/rule"]')
    expect(links.length, login).toBe(mayChange ? 1 : 0)
  }
})
