import { type Investor, browserName, closableDeposit, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type MoneyFormName, commitsOf, moneyFormEffects, newPayment } from '../support/money-forms'
import { isFull } from '../support/reading-modes'
import { stepUp } from '../support/step-up'
import { textsOf } from '../support/texts'
import { type Answer, type Visitor, signedIn } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'

/**
 * Each form that moves money, sent from two tabs or ten times at once: the upstream commits it once, and
 * every answer leads to the one entry. Double clicks are tested in the browser journeys of the same name.
 * In a short run each form is sent again either after going back or after another sign-in, in turns, because
 * the forms share what recognises them.
 */

/** A form in a tab, filled in and not sent. */
interface FilledForm {
  page: Answer
  mark: string
  values?: Record<string, string>
}

interface MoneyForm {
  name: MoneyFormName
  /** Fills the form in, where it has a review page or fields. */
  filled?: (visitor: Visitor) => Promise<FilledForm>
  /** Prepares the form up to the submission that moves money. */
  reached: (visitor: Visitor, investor: Investor) => Promise<FilledForm>
}

const say = textsOf('en')

const filledIn =
  (path: string, mark: string, values: Record<string, string>) =>
  async (visitor: Visitor): Promise<FilledForm> => ({ page: await visitor.visit(path), mark, values })

const topUp = filledIn('/cabinet/top-up', 'name="amount"', { system: 'usdt-trc20', amount: '50' })
const opening = filledIn('/cabinet/deposits/new', 'name="amount"', {
  ...{ planId: 'breeze', currency: 'USDT', amount: '300' },
})
const withdrawal = filledIn('/cabinet/withdrawals/new?system=usdt-trc20', 'name="wallet"', {
  ...{ system: 'usdt-trc20', amount: '200', wallet: tronWallet },
})
const exchange = filledIn('/cabinet/exchange', 'name="amount"', { from: 'USDT', to: 'BTC', amount: '200' })
const subscription = filledIn('/cabinet/subscription', 'name="optionId"', { optionId: 'month' })

/** Fills the form in and checks what its review page shows. */
async function reviewed(
  visitor: Visitor,
  filled: Promise<FilledForm>,
  shown: [name: string, value: RegExp],
): Promise<FilledForm> {
  const page = await send(visitor, await filled)
  const [name, value] = shown
  expect(page.form('name="figures"').fields[name]).toMatch(value)
  return { page, mark: 'name="figures"' }
}

const send = (visitor: Visitor, { page, mark, values }: FilledForm): Promise<Answer> =>
  visitor.submit(page, mark, values)

const moneyForms: MoneyForm[] = [
  {
    name: 'top-up',
    filled: topUp,
    reached: topUp,
  },
  {
    name: 'opening a deposit',
    filled: opening,
    reached: (visitor) => reviewed(visitor, opening(visitor), ['amount', /^300/]),
  },
  {
    name: 'closing a deposit',
    async reached(visitor, investor) {
      const page = await visitor.visit(`/cabinet/deposits/${await closableDeposit(investor)}/close`)
      return { page, mark: 'name="submission"' }
    },
  },
  {
    name: 'withdrawal',
    filled: withdrawal,
    async reached(visitor) {
      await stepUp(visitor)
      return reviewed(visitor, withdrawal(visitor), ['wallet', new RegExp(`^${tronWallet}$`)])
    },
  },
  {
    name: 'cancelling a withdrawal',
    async reached(visitor, investor) {
      const page = await visitor.visit(`/cabinet/withdrawals/${await newPayment(investor, '200')}/cancel`)
      return { page, mark: 'name="submission"' }
    },
  },
  {
    name: 'exchange',
    filled: exchange,
    reached: (visitor) => reviewed(visitor, exchange(visitor), ['rateId', /./]),
  },
  {
    name: 'subscription',
    filled: subscription,
    reached: (visitor) => reviewed(visitor, subscription(visitor), ['optionId', /^month$/]),
  },
]

for (const [place, { name, filled, reached }] of moneyForms.entries()) {
  const { entry, made, call, nothingLeft, entries } = moneyFormEffects[name]
  async function begin(stack: WatchedProduct) {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    const tab = await reached(visitor, investor)
    return { investor, visitor, tab, since: stack.upstreamCalls.length }
  }

  test(`${name}: sent from a second open tab leads to the same entry`, async ({ stack }) => {
    const { investor, visitor, tab, since } = await begin(stack)
    const second = filled
      ? [await filled(visitor), await reached(visitor, investor)]
      : [{ ...tab, page: await visitor.visit(tab.page.url.pathname) }]

    const addresses: string[] = []
    for (const one of [tab, ...second]) {
      const end = await send(visitor, one)
      addresses.push(end.url.pathname + end.url.search)
      if (made) expect(end.text).toContain(say(made))
    }
    expect(addresses[0]).toMatch(entry)
    expect(new Set(addresses).size, addresses.join()).toBe(1)
    expect(commitsOf(stack, call, since)).toHaveLength(1)
    expect(await entries(investor)).toBe(1)
  })

  test.runIf(isFull || place % 2 === 0)(
    `${name}: sent twice, reloaded, and sent again after going back`,
    async ({ stack }) => {
      const { investor, visitor, tab, since } = await begin(stack)
      const isEntry = ({ url, text }: Answer) =>
        entry.test(url.pathname + url.search) && (!made || text.includes(say(made)))
      const pressed = await Promise.all([send(visitor, tab), send(visitor, tab)])
      const done = pressed.find(isEntry)
      expect(done, pressed.map(({ url }) => url.href).join()).toBeDefined()
      expect(commitsOf(stack, call, since)).toHaveLength(1)
      const page = await visitor.visit(done!.url.href)
      expect(isEntry(page)).toBe(true)
      expect(page.url.href).toBe(done!.url.href)

      // The page now has the form with its old id, an empty form with a new id, or the message that nothing is
      // left to do.
      const old = await send(visitor, tab)
      expect(isEntry(old)).toBe(true)
      expect(old.$('main [name="figures"]')).toHaveLength(0)
      const reopened = await visitor.visit(tab.page.url.pathname)
      if (reopened.$('main form [name="submission"]').length > 0) {
        const again = await visitor.press(reopened, 'name="submission"')
        expect(isEntry(again) || again.$('main :is([role="alert"], [aria-invalid="true"])').length > 0).toBe(
          true,
        )
      } else expect(reopened.textOf('main h1')).toBe(say(nothingLeft ?? 'no such words'))
      expect(commitsOf(stack, call, since)).toHaveLength(1)
      expect(await entries(investor)).toBe(1)
    },
  )

  test.runIf(isFull || place % 2 === 1)(
    `${name}: sent again from a tab of an earlier sign-in leads to the same entry`,
    async ({ stack }) => {
      const { investor, visitor, tab, since } = await begin(stack)
      const first = await send(visitor, tab)
      await visitor.submit(first, 'action="/logout"')
      const later = await signedIn(stack.url, investor, 'en')
      const { action, fields } = tab.page.form(tab.mark)
      const again = await fetch(action, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, ...tab.values }),
        redirect: 'manual',
        headers: { Origin: stack.url, Cookie: later.cookie(), 'User-Agent': browserName },
      })
      expect([again.status, again.headers.get('Location')]).toEqual([
        303,
        first.url.pathname + first.url.search,
      ])
      // A text browser sends no header about the origin of the form.
      expect((await send(later, tab)).url.href).toBe(first.url.href)
      expect(commitsOf(stack, call, since)).toHaveLength(1)
      expect(await entries(investor)).toBe(1)
    },
  )

  if (filled)
    test(`${name}: with another key it is carried out again only after a confirmation`, async ({ stack }) => {
      const { investor, visitor, tab, since } = await begin(stack)
      await send(visitor, tab)
      // As in a tab from before a restart: another key, and a page that knows no entry.
      const submission = (await visitor.visit(tab.page.url.pathname)).value('submission')
      const warned = await send(visitor, { ...tab, values: { ...tab.values, submission } })
      expect(warned.status).toBe(200)
      expect(warned.text).toContain('just now')
      expect(warned.$('main [role="alert"] a').attr('href')).toMatch(
        /^\/cabinet\/(exchange\?done=|subscription|.+\/.+)/,
      )
      for (const again of ['', 'another']) {
        const unticked = await visitor.press(warned, 'name="duplicate"', { again })
        expect([unticked.status, unticked.refused.problems]).toEqual([
          422,
          [say('refusals:duplicate.untick')],
        ])
      }
      expect(commitsOf(stack, call, since)).toHaveLength(1)

      const made = await visitor.press(warned, 'name="duplicate"', { again: warned.value('again') })
      expect(made.url.pathname + made.url.search).toMatch(entry)
      expect(commitsOf(stack, call, since)).toHaveLength(2)
      expect(await entries(investor)).toBe(2)
    })

  test(`${name}: ten at once lead to the same entry`, async ({ stack }) => {
    const { investor, visitor, tab, since } = await begin(stack)
    const { action, fields } = tab.page.form(tab.mark)
    const { formToken = '', submission = '', ...values } = { ...fields, ...tab.values }
    const post = (changes: Record<string, string> = {}) =>
      fetch(action, {
        method: 'POST',
        body: new URLSearchParams({ ...values, ...changes, formToken, submission }),
        redirect: 'manual',
        headers: { Origin: stack.url, Cookie: visitor.cookie(), 'User-Agent': browserName },
      })

    const answers = await Promise.all(Array.from({ length: 10 }, () => post()))
    // Requests during the first one get 409 or wait for its outcome; none fails.
    expect(answers.map(({ status }) => status).filter((status) => status >= 400 && status !== 409)).toEqual(
      [],
    )
    const second = await post()
    expect(second.status).toBe(303)
    const address = second.headers.get('Location')
    expect(address).toMatch(entry)
    expect(answers.map(({ headers }) => headers.get('Location'))).toContain(address)

    const others: Record<string, string> = { amount: '333', optionId: 'day' }
    const changes = Object.entries(others).filter(([field]) => field in values)
    if (changes.length > 0) {
      const other = await post(Object.fromEntries(changes))
      expect(other.status, 'other values under the same id').toBe(422)
    }
    expect(commitsOf(stack, call, since)).toHaveLength(1)
    expect(await entries(investor)).toBe(1)
  })
}
