import { bitcoinWallet, ethereumWallet, newInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { rulesOf } from '../support/rules'
import { errorTextOf, textsOf } from '../support/texts'
import { problemAt, signedIn, openVisitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/**
 * Each rule of input validation: the error at the field, the summary that links to it, and the kept input.
 * Another test checks the sentences; this one checks where they are shown.
 */

/**
 * The minimum of a withdrawal for each system in dollars, and a smaller amount of its coin. The minimum of a
 * top-up is ten dollars.
 */
const dollars = [
  { system: 'usdt-trc20', coin: 'USDT', digits: 2, out: 20, wallet: tronWallet, less: '9' },
  { system: 'trx', coin: 'TRX', digits: 2, out: 20, wallet: tronWallet, less: '1' },
  { system: 'btc', coin: 'BTC', digits: 8, out: 100, wallet: bitcoinWallet, less: '0.00001' },
  { system: 'eth', coin: 'ETH', digits: 8, out: 100, wallet: ethereumWallet, less: '0.0001' },
] as const

test('the minimum of each system is its dollars at the current rate, rounded up to the shown digits', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const rateOf = async (coin: string) => {
    if (coin === 'USDT') return '1'
    const { items } = (await investor.ask('GET', '/user/exchange-rate')) as {
      items: { coin: string; rate: string }[]
    }
    return items.find((one) => one.coin === coin)?.rate ?? 'none'
  }
  for (const language of otherPlainLanguages) {
    const say = textsOf(language)
    const visitor = await signedIn(stack.url, investor, language)
    for (const { system, coin, digits, out, wallet, less } of dollars)
      for (const [path, usd] of [
        ['/cabinet/top-up', 10],
        ['/cabinet/withdrawals/new', out],
      ] as const) {
        const page = await visitor.visit(path)
        const before = await rateOf(coin)
        const refused = await visitor.submit(page, 'name="amount"', { system, amount: less, wallet })
        // The demonstration's rate changes each minute, so it may have changed between the two requests.
        const problems = [before, await rateOf(coin)].map((rate) => {
          const amount = roundedUp(usd, rate, digits)
          const min = `${language === 'ru' ? amount.replace('.', ',') : amount} ${coin}`
          return say('refusals:code.amount_below_min', { min })
        })
        expect(problems, `${path} of ${coin}`).toContain(problemAt(refused, 'amount'))
      }
  }
})

for (const lng of plainLanguages)
  test(`registration, in ${lng}`, async ({ stack }) => {
    const taken = await newInvestor(stack.backendUrl)
    const person = newPerson()
    // A different password: with the existing account's own one the form would sign in.
    const password = 'Another-demo-2'
    const good = { ...person, password, passwordRepeat: password }
    const cases: [change: Partial<typeof good>, field: string, code: string][] = [
      [{ login: '' }, 'login', 'login_required'],
      [{ login: 'no spaces here' }, 'login', 'login_invalid'],
      [{ email: '' }, 'email', 'email_required'],
      [{ email: 'not an address' }, 'email', 'email_invalid'],
      [{ phone: '12' }, 'phone', 'phone_invalid'],
      [{ password: 'password', passwordRepeat: 'password' }, 'password', 'password_too_simple'],
      [{ passwordRepeat: 'Something-else-1' }, 'passwordRepeat', 'passwords_mismatch'],
      [{ login: taken.login }, 'login', 'login_taken'],
      [{ email: taken.email }, 'email', 'email_taken'],
      [{ phone: taken.phone }, 'phone', 'phone_taken'],
    ]
    const visitor = openVisitor(stack.url, lng)
    for (const [change, field, code] of cases) {
      const form = await visitor.visit('/register')
      const answer = await visitor.press(form, 'name="passwordRepeat"', { ...good, ...change })
      expect(problemAt(answer, field), code).toBe(errorTextOf(lng, code))
      expect(answer.typed('password'), code).toBe('')
      expect(answer.typed('email'), code).toBe(change.email ?? good.email)
    }
  })

for (const lng of otherPlainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)
    const rules = rulesOf(lng)

    test('top-up', async ({ stack }) => {
      const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
      const form = await visitor.visit('/cabinet/top-up')
      for (const [amount, sentence] of rules.topUp) {
        const answer = await visitor.press(form, 'name="amount"', { system: 'usdt-trc20', amount })
        expect(problemAt(answer, 'amount'), amount).toBe(sentence)
        expect(answer.typed('amount')).toBe(amount)
      }
    })

    test('opening a deposit', async ({ stack }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor = await signedIn(stack.url, investor, lng)
      const form = await visitor.visit('/cabinet/deposits/new')
      for (const [amount, sentence] of rules.opening) {
        const typed = { planId: 'breeze', currency: 'USDT', amount }
        const answer = await visitor.submit(form, 'name="amount"', typed)
        expect(problemAt(answer, 'amount'), amount).toBe(sentence)
        expect(answer.typed('amount')).toBe(amount)
      }
    })

    test('withdrawal', async ({ stack }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const visitor = await signedIn(stack.url, investor, lng)
      const form = await visitor.visit('/cabinet/withdrawals/new')
      for (const [field, value, sentence] of rules.withdrawal) {
        const typed = { amount: '200', wallet: tronWallet, [field]: value }
        const answer = await visitor.submit(form, 'name="wallet"', { system: 'usdt-trc20', ...typed })
        // What an address of the network has may follow.
        expect(problemAt(answer, field)?.split('. ')[0], value).toBe(sentence)
        expect(answer.typed('wallet')).toBe(typed.wallet)
      }
    })

    test('the requirement of a withdrawal is named', async ({ stack }) => {
      const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
      const page = await visitor.visit('/cabinet/withdrawals/new?system=usdt-trc20')
      expect(page.text).toContain(say('errors:code.refill_required'))
    })
  })

/** Dollars at a rate, with this many decimals. */
function roundedUp(usd: number, rate: string, digits: number): string {
  const [whole = '', part = ''] = rate.split('.')
  const [divisor, dividend] = [BigInt(whole + part), BigInt(usd) * 10n ** BigInt(digits + part.length)]
  const units = ((dividend + divisor - 1n) / divisor).toString().padStart(digits + 1, '0')
  return `${units.slice(0, -digits)}.${units.slice(-digits)}`
}
