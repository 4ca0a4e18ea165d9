import { newInvestor, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { signedIn } from '../support/visitor'

/** The subscription, without a browser. */

test("an option that the balance can't pay is refused at the choice, before any money moves", async ({
  stack,
}) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'ru')
  const page = await visitor.visit('/cabinet/subscription')
  expect(page.text).toContain('Вывод без комиссии, пока подписка действует')
  const none = await visitor.submit(page, 'name="optionId"')
  expect(none.status).toBe(422)
  expect(none.text).toContain('Выберите подписку')
  const poor = await visitor.submit(page, 'name="optionId"', { optionId: 'month' })
  expect(poor.status).toBe(422)
  expect(poor.text).toContain('Недостаточно денег на балансе')
})

test('the demonstration shows an expired subscription', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  expect((await visitor.visit('/cabinet/subscription')).text).toMatch(/ran out on \d/)
})

for (const lng of otherPlainLanguages)
  test(`a subscription is paid once, shows its end, and the next one extends it, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
    const visitor = await signedIn(stack.url, investor, lng)
    const form = await visitor.visit('/cabinet/subscription')
    expect(form.text).toContain(say('exchange:subscription.none'))
    const review = await visitor.press(form, 'name="optionId"', { optionId: 'month' })
    expect(review.textOf('main h1')).toBe(say('exchange:subscription.review.title'))
    expect(review.text).toContain(say('exchange:subscription.once'))
    const before = stack.upstreamCalls.length
    const confirm = () => visitor.press(review, 'id="confirm"')
    const [paid, again] = await Promise.all([confirm(), confirm()])
    const page = paid.text.includes(say('flash:subscriptionActivated')) ? paid : again
    expect(page.text).toContain(say('flash:subscriptionActivated'))
    expect(page.text).toContain(say('exchange:subscription.activeText'))
    const payments = stack.upstreamCalls
      .slice(before)
      .filter(({ method, path }) => method === 'POST' && path === '/api/user/subscription')
      .filter(({ status, headers }) => status < 300 && headers['idempotent-replayed'] !== 'true')
    expect(payments).toHaveLength(1)
    expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('85')

    const next = await visitor.press(page, 'name="optionId"', { optionId: 'day' })
    expect(next.text).toContain(say('exchange:subscription.review.added'))
    const unticked = await visitor.press(next, 'id="confirm"')
    expect(unticked.refused.problems).toEqual([say('refusals:duplicate.untick')])
    expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('85')
    const longer = await visitor.press(unticked, 'id="confirm"', { again: next.value('again') })
    expect(longer.text).toContain(say('flash:subscriptionActivated'))
    expect((await investor.ask('GET', '/user/balance'))['balance']).toBe('83.5')
  })
