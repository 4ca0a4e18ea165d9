import { newInvestor, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { signedIn } from '../support/visitor'

/** The subscription, without a browser. */

test('what the balance does not suffice for is refused at the choice, before anything moves', async ({
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

test('the demonstration shows one that ran out', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  expect((await visitor.visit('/cabinet/subscription')).text).toMatch(/ran out on \d/)
})
