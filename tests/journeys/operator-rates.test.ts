import { demoOperator } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { openVisitor, rowsOf } from '../support/visitor'

/** The rates that the company sets: reviewed before they hold. */

const address = '/operator/content/rates'
const rateField = 'name="rate"'

/** Long figures may break between their digits. */
const unbroken = (text = '') => text.replace(/\s/g, '')

async function signedIn(url: string, lng: 'ru' | 'en', person = demoOperator) {
  const visitor = openVisitor(url, lng)
  await visitor.press(await visitor.visit('/login'), 'name="password"', person)
  return visitor
}

for (const lng of otherPlainLanguages)
  test(`a rate is checked to its last digit, reviewed and set, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const operator = await signedIn(stack.url, lng)
    const page = await operator.follow(
      await operator.visit('/operator/content'),
      say('content:pages.rates.title'),
    )
    expect(page.url.pathname).toBe(address)
    for (const [rate, problem] of [
      ['', say('refusals:code.amount_required')],
      ['0', say('refusals:code.invalid')],
      ['1000000000000', say('refusals:code.invalid')],
    ] as const) {
      const refused = await operator.press(page, rateField, { coin: 'TRX', rate })
      expect(refused.refused.problems).toEqual([problem])
    }
    const unknown = await operator.press(page, rateField, { coin: 'TRX', rate: '1e3' })
    expect(unknown.status).toBe(422)

    const typed = lng === 'ru' ? '0,310000000000000007' : '0.310000000000000007'
    const far = await operator.press(page, rateField, { coin: 'TRX', rate: typed.replace('0', '30') })
    expect(far.text).toContain(say('content:rates.far'))
    const again = await operator.press(far, 'name="change"')
    const review = await operator.press(again, rateField, { coin: 'TRX', rate: typed })
    expect(unbroken(review.text)).toContain(typed)
    expect(review.text).not.toContain(say('content:rates.far'))
    expect(unbroken((await operator.visit(address)).text)).not.toContain(typed)

    const set = await operator.press(review, 'name="figures"')
    expect(set.url.pathname).toBe(address)
    expect(set.text).toContain(say('flash:rateSet'))
    expect(
      unbroken(
        rowsOf(set)
          .find(([coin]) => coin === 'TRX')
          ?.join(),
      ),
    ).toContain(typed)
    const trail = await operator.visit('/operator/audit?kind=rate')
    expect(trail.text).toContain('0.310000000000000007')
  })

test('rates are for those who set them', async ({ stack }) => {
  const support = await signedIn(stack.url, 'en', { login: 'support', password: 'Demo-support-1' })
  expect((await support.visit(address)).status).toBe(404)
})
