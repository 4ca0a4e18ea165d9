import { bitcoinWallet, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type WatchedProduct } from '../support/watched'
import { type Answer, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Investors as an operator finds them, reads about them and changes their accounts, without scripts. */

/** An operator's browser, signed in. */
async function operatorAt({ url }: Pick<WatchedProduct, 'url'>, lng: 'ru' | 'en' = 'en') {
  const visitor = openVisitor(url, lng)
  await visitor.press(await visitor.visit('/login'), 'name="password"', demoOperator)
  return visitor
}

/** The text of one section of the investor's page. */
const partOf = (page: Answer, id: string) => page.textOf(`section[aria-labelledby="${id}"]`)

for (const lng of otherPlainLanguages)
  test(`an investor is found by what identifies them, and everything about them is on one page, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const { payment } = (await investor.ask('POST', '/funds/payments', {
      ...{ system: 'usdt-trc20', amount: '200', wallet: tronWallet },
    })) as { payment: { id: string } }
    const visitor = await operatorAt(stack, lng)
    const list = await visitor.visit('/operator/investors')
    const rowOf = async (search: string) => {
      const found = await visitor.press(list, 'name="search"', { search })
      return (
        rowsOf(found)
          .find((cells) => cells.join(' ').includes(investor.login))
          ?.join(' ') ?? ''
      )
    }
    const foundBy = (find: 'email' | 'phone' | 'wallet' | 'reference') =>
      say('investors:list.found', { by: say(`investors:find.${find}`) })
    expect(await rowOf(investor.login.toUpperCase())).toContain(investor.email)
    expect(await rowOf(investor.phone)).toContain(foundBy('phone'))
    expect(await rowOf(payment.id)).toContain(foundBy('reference'))
    expect(await rowOf(tronWallet)).toContain(foundBy('wallet'))
    expect(await rowOf(bitcoinWallet)).toBe('')

    const none = await visitor.press(list, 'name="search"', { search: 'nobody-is-called-so' })
    expect(none.text).toContain(say('investors:list.empty'))

    const found = await visitor.press(list, 'name="search"', { search: investor.email })
    const page = await visitor.follow(found, investor.login)
    expect(page.textOf('h1')).toBe(investor.login)
    expect(partOf(page, 'accounts')).toMatch(/USDT 500.* 0.* 200/)
    expect(partOf(page, 'operations')).toContain(say('common:operation.payment'))
    expect(partOf(page, 'payments')).toContain(say('common:status.payment.pending'))
    expect(partOf(page, 'refills')).toContain(say('common:status.refill.topped_up'))
    expect(partOf(page, 'person')).toContain(investor.phone)
    expect(page.links(`/operator/withdrawals/${payment.id}`)).toHaveLength(1)
  })

test('an account that is none of an investor has no page', async ({ stack }) => {
  const visitor = await operatorAt(stack)
  expect((await visitor.visit('/operator/investors/nobody')).status).toBe(404)
  const investor = await newInvestor(stack.backendUrl)
  const own = await signedIn(stack.url, investor)
  for (const path of ['/operator/investors', '/operator/investors/nobody'])
    expect((await own.visit(path)).status, path).toBe(404)
})
