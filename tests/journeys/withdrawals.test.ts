import {
  type Investor,
  bitcoinWallet,
  currentPassword,
  newInvestor,
  tronWallet,
  demoInvestor,
} from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type WatchedProduct } from '../support/watched'
import { type Language } from '~/contract/languages'
import { investorAt } from '../support/signed-in-investor'
import { textsOf, writtenIn } from '../support/texts'
import { type Answer, itemsOf, rowsOf, signedIn, type Visitor } from '../support/visitor'
import { freeBalanceOf, saveWallet, withdrawalWalletsOf } from '../support/withdrawals'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/** Withdrawals: their requirements, the confirmed figures and address, each state. */

const fillIn = (
  visitor: Visitor,
  page: Answer,
  amount: string,
  method: [system: string, wallet: string] = ['usdt-trc20', tronWallet],
) => visitor.submit(page, 'name="amount"', { system: method[0], amount, wallet: method[1] })

/** With the password, which is required for a wallet that was not used before. */
const confirm = (visitor: Visitor, page: Answer, changes?: Record<string, string>) =>
  visitor.submit(page, 'name="figures"', { currentPassword, ...changes })

const letters = (text: string) => text.replace(/\s/g, '')

const onePage = /^\/cabinet\/withdrawals\/(?!new$)[^/]+$/

/** Some systems allow a withdrawal only after a deposit has been opened. */
const depositOf = ({ ask }: Pick<Investor, 'ask'>, amount: string) =>
  ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount })

test.describe('before money is set aside', () => {
  test('each system shows its network, minimum, fee and requirements', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/withdrawals/new')
    expect(page.text).toContain('A request is processed within 96 hours')
    expect(page.text).toMatch(
      /USDT.*From 20\.00 USDT fee 1\.00 USDT Top up first\. .*Network TRC-20\. Free: 0\.00 USDT\./,
    )
    expect(page.text).toContain('Top up first. Open a deposit first.')
    expect(page.text).toContain('Top up first — for every payment system')
    expect(page.html).toContain('href="/cabinet/deposits/new"')
  })

  test('a requirement that is met is not listed as open', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    expect(page.text).not.toContain('Top up first.')
    expect(page.text).toContain('Open a deposit first.')
  })

  test('the review page shows every figure and the whole address, and no money has moved yet', async ({
    stack,
  }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const review = await fillIn(visitor, page, '200')
    expect(review.status).toBe(200)
    for (const sentence of [
      'Network TRC-20',
      'Amount 200.00 USDT',
      'Fee 1.00 USDT',
      'Arrives 199.00 USDT',
      'within 96 hours',
      'Free balance after it 500.00 USDT',
    ]) {
      expect(review.text).toContain(sentence)
    }
    expect(letters(review.text)).toContain(tronWallet)
    expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  })

  test('the amount that would arrive is shown before a wallet is chosen, without a request', async ({
    stack,
  }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const preview = await visitor.submit(page, 'name="amount"', {
      system: 'usdt-trc20',
      amount: '200',
      receipt: '1',
    })
    expect(preview.status).toBe(200)
    expect(preview.text).toContain('What arrives Amount 200.00 USDT Fee 1.00 USDT Arrives 199.00 USDT')
    expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
    expect((await fillIn(visitor, preview, '200')).text).toContain('Arrives 199.00 USDT')

    const tooLittle = { system: 'usdt-trc20', amount: '19.99', receipt: '1' }
    const refused = await visitor.submit(page, 'name="amount"', tooLittle)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('The minimum is 20.00 USDT')
    expect(refused.text).not.toContain('Specify a wallet')
  })

  test('"Change" leads back to the form with its input, and none of it is in the address', async ({
    stack,
  }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const back = await visitor.submit(await fillIn(visitor, page, '200'), 'name="change"')
    expect(back.html).toContain(`value="${tronWallet}"`)
    expect(back.html).toContain('value="200"')
    expect(back.url.search).toBe('')
  })

  test('figures that are no longer valid are shown again, and nothing is requested', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const again = await confirm(visitor, await fillIn(visitor, page, '200'), { figures: '200 USDT 0.5 96 0' })
    expect(again.text).toContain('The figures have changed meanwhile.')
    expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  })

  test('an amount that another language reads differently is shown again, and nothing is requested', async ({
    stack,
  }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '30000' })
    const review = await fillIn(visitor, page, '20,000')
    expect(review.text).toContain('Amount 20,000.00 USDT')
    await visitor.submit(review, 'action="/language"', { lng: 'ru', redirectTo: '/cabinet' })
    const again = await confirm(visitor, review)
    expect(again.text).toContain('Сумма 20,00 USDT')
    expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  })

  test('a page in a language from its address is answered in that language', async ({ stack }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '30000' })
    const visitor = await signedIn(stack.url, investor, 'ru')
    const page = await visitor.visit('/cabinet/withdrawals/new?lng=en')
    expect((await fillIn(visitor, page, '20,000')).text).toContain('Amount 20,000.00 USDT')
  })

  test('a system whose requirement is not met is refused with its name', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const answer = await fillIn(visitor, page, '0.005', ['btc', bitcoinWallet])
    expect(answer.status).toBe(422)
    expect(answer.text).toMatch(/^.*Check the form Open a deposit first/)
  })
})

for (const lng of plainLanguages)
  test.describe(`a currency that the balance lacks, in ${lng}`, () => {
    const say = textsOf(lng)
    const word = (key: string, values?: Record<string, string>) => say(`cabinet:withdrawals.${key}`, values)
    const figure = (text: string) => writtenIn(lng, text)

    async function readyForBitcoin(stack: WatchedProduct) {
      const { investor, visitor } = await investorAt(stack, '/cabinet', { usdt: '2000', lng })
      await depositOf(investor, '100')
      const page = await visitor.visit('/cabinet/withdrawals/new?system=btc')
      const review = await fillIn(visitor, page, figure('0.005'), ['btc', bitcoinWallet])
      return { investor, visitor, review }
    }

    test('is bought from USDT at the shown rate', async ({ stack }) => {
      const { investor, visitor, review } = await readyForBitcoin(stack)
      const { text } = review
      expect(text).toContain(`${word('review.fromBalance', { currency: 'BTC' })} ${figure('0.00000000')} BTC`)
      expect(text).toContain(`${word('review.fee')} ${figure('0.00010000')} BTC`)
      expect(text).toContain(`${word('review.net')} ${figure('0.00490000')} BTC`)
      const taken = askedOfUsdt(review)
      expect(text).toMatch(/1 BTC = [\d,. ]+ USDT\. /)
      const [holds = ''] = say('common:rate.holds').split('{time}')
      expect(text).toMatch(new RegExp(`${holds}\\d\\d:\\d\\d.{1,9}, ${say('common:rate.left')} (1|2) \\S+`))

      const made = await confirm(visitor, review)
      expect(made.text).toContain(`${word('one.fromUsdt')} ${taken.shown}`)
      const { items } = (await investor.ask('GET', '/funds/payments')) as { items: { fromUsdt: string }[] }
      expect(items.map(({ fromUsdt }) => Number(fromUsdt))).toEqual([taken.value])
    })

    test('is not bought at an expired rate: the page is shown again, and can then be confirmed', async ({
      stack,
    }) => {
      const { investor, visitor, review } = await readyForBitcoin(stack)
      const again = await confirm(visitor, review, { rateId: 'a-quote-of-yesterday' })
      expect(again.status).toBe(200)
      expect(again.text).toContain(say('errors:code.rate_expired'))
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
      expect((await confirm(visitor, again)).url.pathname).toMatch(onePage)
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
    })

    test('has its new cost on the page that asks for the password, if the rate has changed by then', async ({
      stack,
    }) => {
      const { investor, visitor, review } = await readyForBitcoin(stack)
      const withoutPassword = { currentPassword: '' }
      const same = await confirm(visitor, review, withoutPassword)
      expect(same.text).toContain(say('cabinet:withdrawals.review.passwordHint'))
      expect(same.text).not.toContain(say('refusals:code.password_required'))
      expect(same.text).not.toContain(say('errors:code.rate_expired'))
      const other = await confirm(visitor, same, { ...withoutPassword, rate: '50000' })
      expect(other.text).toContain(say('refusals:code.password_required'))
      expect(other.text).toContain(say('errors:code.rate_expired'))
      expect(same.text).not.toContain(say('exchange:review.rateBefore'))
      expect(other.text).toMatch(new RegExp(`${say('exchange:review.rateBefore')} .*50[ ,\\u00a0]000`))
      expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
      const taken = askedOfUsdt(other)
      expect((await confirm(visitor, other)).text).toContain(`${word('one.fromUsdt')} ${taken.shown}`)
    })

    /** The cost on the review page in USDT, as text and as a number. */
    function askedOfUsdt({ text }: Answer) {
      const [, shown = ''] = new RegExp(`${word('review.fromUsdt')} ([\\d., ]+ USDT)`).exec(text) ?? []
      const plain = shown.replace(/[^\d.,]/g, '')
      return { shown, value: Number(lng === 'ru' ? plain.replace(',', '.') : plain.replace(/,/g, '')) }
    }
  })

test.describe('a request', () => {
  async function requested(stack: WatchedProduct) {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
    const made = await confirm(visitor, await fillIn(visitor, page, '200'))
    return { investor, visitor, made }
  }

  test('shows that it is pending and until when', async ({ stack }) => {
    const { made } = await requested(stack)
    expect(made.html).toContain('Request sent')
    expect(made.text).toMatch(/Request created, awaiting processing by an administrator\. Due by \d/)
    expect(letters(made.text)).toContain(tronWallet)
  })

  test('goes through the states that the demonstration simulates', async ({ stack }) => {
    const { visitor, made } = await requested(stack)
    const reviewed = await visitor.submit(made, 'name="decision"', { decision: 'review' })
    expect(reviewed.text).toContain('An administrator is checking the request.')
    const completed = await visitor.submit(reviewed, 'name="decision"', { decision: 'complete' })
    expect(completed.text).toContain('Request completed, expect the funds in your wallet')
    expect(completed.html).not.toContain('name="decision"')
  })

  for (const lng of otherPlainLanguages)
    test(`shows each step, what it means and when it is due, in ${lng}`, async ({ stack }) => {
      const say = textsOf(lng)
      const { investor, visitor } = await investorAt(stack, '/cabinet', { usdt: '700', lng })
      type State = 'done' | 'current' | 'ahead'
      type CourseStep = [
        name: 'created' | 'waiting' | 'review' | 'sent' | 'rejected',
        state: State,
        time?: string,
      ]

      async function requestCount() {
        const page = await visitor.visit('/cabinet/withdrawals/new')
        const review = await fillIn(visitor, page, '200')
        // The previous withdrawal was the same, so this one has to be confirmed.
        const made = await confirm(visitor, review, { again: review.value('again') })
        const { items } = (await investor.ask('GET', '/funds/payments')) as { items: Moments[] }
        return { made, moments: items[0] as Moments }
      }

      /** A completed step has no explanation, except for the first. */
      function expectSteps(page: Answer, steps: CourseStep[]) {
        const course = (name: string, values?: Record<string, string>) =>
          say(`cabinet:withdrawals.course.${name}`, values)
        const preview = steps.map(([name, state, time]) => {
          const isSaid = state !== 'done' || name === 'created'
          const words = [
            course(name),
            `(${say(`common:step.${state}`)})`,
            time,
            isSaid && course(`${name}Text`),
          ]
          return words.filter(Boolean).join(' ')
        })
        expect(itemsOf(page, 'course')).toEqual(preview)
      }

      const { made, moments } = await requestCount()
      expect(Date.parse(moments.expectedBy) - Date.parse(moments.createdAt)).toBe(96 * 3_600_000)
      const created: CourseStep = ['created', 'done', timeOn(made, moments.createdAt)]
      const due = say('cabinet:withdrawals.course.due', { time: timeOn(made, moments.expectedBy) })
      expectSteps(made, [created, ['waiting', 'current', due], ['review', 'ahead'], ['sent', 'ahead', due]])

      const reviewed = await visitor.submit(made, 'name="decision"', { decision: 'review' })
      expectSteps(reviewed, [
        created,
        ['waiting', 'done'],
        ['review', 'current', due],
        ['sent', 'ahead', due],
      ])

      const completed = await visitor.submit(reviewed, 'name="decision"', { decision: 'complete' })
      const { items } = (await investor.ask('GET', '/funds/payments')) as { items: Moments[] }
      const withdrawnAt = timeOn(completed, items[0]?.withdrawnAt ?? '')
      const arrives = (page: Answer) =>
        ['net', 'sent'].filter((name) =>
          page.text.includes(`${say(`cabinet:withdrawals.one.${name}`)} ${writtenIn(lng, '199.00')} USDT`),
        )
      expect(arrives(reviewed)).toEqual(['net'])
      expect(arrives(completed)).toEqual(['sent'])
      expectSteps(completed, [
        created,
        ['waiting', 'done'],
        ['review', 'done'],
        ['sent', 'done', withdrawnAt],
      ])

      const second = await requestCount()
      const rejected = await visitor.submit(second.made, 'name="decision"', {
        decision: 'reject',
        reason: 'No',
      })
      const asNew: CourseStep = ['created', 'done', timeOn(rejected, second.moments.createdAt)]
      expectSteps(rejected, [asNew, ['rejected', 'current']])
      expect(arrives(rejected)).toEqual([])
      const list = await visitor.visit('/cabinet/withdrawals')
      const sum = (figure: string) => `${writtenIn(lng, figure)} USDT`
      expect(rowsOf(list).map((cells) => cells.slice(2))).toEqual([
        [sum('200.00'), say('cabinet:withdrawals.notSent'), say('common:status.payment.rejected')],
        [sum('200.00'), sum('199.00'), say('common:status.payment.completed')],
      ])

      const third = await requestCount()
      const page = await visitor.visit(`${third.made.url.pathname}/cancel`)
      const cancelled = await visitor.submit(page, 'name="submission"')
      const asThird: CourseStep = ['created', 'done', timeOn(cancelled, third.moments.createdAt)]
      expectSteps(cancelled, [asThird, ['rejected', 'current']])
    })

  test('that is rejected shows the reason, and the money is returned', async ({ stack }) => {
    const { investor, visitor, made } = await requested(stack)
    const reason = 'The wallet belongs to <somebody> else'
    const rejected = await visitor.submit(made, 'name="decision"', { decision: 'reject', reason })
    expect(rejected.text).toContain(`${reason} Back on your balance: 200.00 USDT.`)
    const another = await visitor.follow(rejected, 'Withdraw')
    expect(another.$('[name="system"][checked]').attr('value')).toBe('usdt-trc20')
    expect((await investor.ask('GET', '/user/balance'))['balance']).toMatch(/^700(\.0+)?$/)
  })

  test("can't be seen or decided by another investor", async ({ stack }) => {
    const { made, visitor } = await requested(stack)
    const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    expect((await other.visit(made.url.pathname)).status).toBe(404)
    const formToken = (await other.visit('/cabinet')).value('formToken')
    for (const decision of ['review', 'complete', 'reject']) {
      const decided = await other.submit(made, 'name="decision"', {
        decision,
        reason: 'Not mine',
        formToken,
      })
      expect(decided.status, decision).toBe(404)
      expect(decided.text, decision).toContain('There is no such page')
    }
    const still = await visitor.visit(made.url.pathname)
    expect(still.text).toContain('Request created, awaiting processing by an administrator.')
  })
})

interface Moments {
  createdAt: string
  expectedBy: string
  withdrawnAt: string
}

/** A time as the page writes it. */
function timeOn(page: Answer, iso: string): string {
  return page.textOf(`time[datetime="${iso}"]`) || 'no such time'
}

/** An investor with 700 USDT and a wallet saved in the settings. */
async function withSavedWallet(stack: WatchedProduct, lng: Language) {
  const { investor, visitor } = await investorAt(stack, '/cabinet', { usdt: '700', lng })
  await saveWallet(investor)
  return { investor, visitor, page: await visitor.visit('/cabinet/withdrawals/new') }
}

for (const lng of plainLanguages)
  test.describe(`the destination wallet, in ${lng}`, () => {
    const say = textsOf(lng)

    test('a saved wallet is offered with its address, and needs no other input', async ({ stack }) => {
      const { investor, visitor, page } = await withSavedWallet(stack, lng)
      expect(page.html).toContain(`value="${tronWallet}"`)
      expect(page.text).toContain(say('cabinet:withdrawals.new.other'))
      const request = { system: 'usdt-trc20', amount: '200', saved: tronWallet, wallet: '' }
      const review = await visitor.submit(page, 'name="amount"', request)
      expect(letters(review.text)).toContain(letters(say('cabinet:withdrawals.review.wallet') + tronWallet))
      await confirm(visitor, review)
      expect(await withdrawalWalletsOf(investor)).toEqual([tronWallet])
    })

    test('both a saved and a typed wallet are refused, and so is neither', async ({ stack }) => {
      const { visitor, page } = await withSavedWallet(stack, lng)
      const request = { system: 'usdt-trc20', amount: '200', saved: tronWallet }
      const two = await visitor.submit(page, 'name="amount"', { ...request, wallet: bitcoinWallet })
      expect(two.status).toBe(422)
      expect(two.text).toContain(say('refusals:code.wallet_twice'))
      const none = await visitor.submit(page, 'name="amount"', { ...request, saved: '', wallet: '' })
      expect(none.text).toContain(say('refusals:code.wallet_required'))
    })
  })

for (const lng of otherPlainLanguages)
  test.describe(`cancelling, in ${lng}`, () => {
    const say = textsOf(lng)

    async function requested(stack: WatchedProduct) {
      const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', {
        usdt: '700',
        lng,
      })
      const made = await confirm(visitor, await fillIn(visitor, page, '200'))
      return { investor, visitor, made, cancel: `${made.url.pathname}/cancel` }
    }

    test('a pending request returns the money', async ({ stack }) => {
      const { investor, visitor, made, cancel } = await requested(stack)
      expect(made.html).toContain(`href="${cancel}"`)
      const page = await visitor.visit(cancel)
      expect(page.text).toContain(`${say('cabinet:withdrawals.one.amount')} ${writtenIn(lng, '200.00')} USDT`)
      const cancelled = await visitor.submit(page, 'name="submission"')
      expect(cancelled.url.pathname).toBe(made.url.pathname)
      expect(cancelled.html).toContain(say('flash:paymentCancelled'))
      expect(cancelled.text).toContain(
        say('cabinet:withdrawals.one.returnedAs', { amounts: `${writtenIn(lng, '200.00')} USDT` }),
      )
      expect(await freeBalanceOf(investor)).toBe(700)
    })

    test('is too late once an administrator has started to review it, and says so', async ({ stack }) => {
      const { investor, visitor, made, cancel } = await requested(stack)
      const page = await visitor.visit(cancel)
      const reviewed = await visitor.submit(made, 'name="decision"', { decision: 'review' })
      expect(reviewed.html).not.toContain(`href="${cancel}"`)
      const refused = await visitor.submit(page, 'name="submission"')
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(say('refusals:code.payment_not_cancellable'))
      const late = await visitor.visit(cancel)
      expect(late.text).toContain(say('cabinet:withdrawals.cancel.tooLate'))
      expect(late.html).not.toContain('name="submission"')
      expect(await freeBalanceOf(investor)).toBe(500)
    })

    test('is possible for the owner only', async ({ stack }) => {
      const { cancel } = await requested(stack)
      const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng)
      expect((await other.visit(cancel)).status).toBe(404)
    })
  })

test('the history is filtered by state if the address asks for it', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const rows = (answer: Answer) => answer.textOf('tbody')
  const words = ['Pending', 'Under review', 'Rejected', 'Completed']
  const all = await visitor.visit('/cabinet/withdrawals')
  for (const word of words) expect(rows(all)).toContain(word)
  const rejected = await visitor.visit('/cabinet/withdrawals?status=rejected')
  expect(words.filter((word) => rows(rejected).includes(word))).toEqual(['Rejected'])
})

// The last one: it moves the clock.
test('a request that is past its due time is overdue in the list and on its page, and is no more once it is paid', async ({
  stack,
}) => {
  const { investor, visitor, page } = await investorAt(stack, '/cabinet/withdrawals/new', { usdt: '700' })
  const made = await confirm(visitor, await fillIn(visitor, page, '200'))
  const list = async () => rowsOf(await visitor.visit('/cabinet/withdrawals'), 0).map((cells) => cells.join())
  expect(await list()).toEqual([expect.stringContaining('Pending')])
  await investor.ask('POST', '/ext/demo/clock', { days: 8 })
  expect(await list()).toEqual([expect.stringContaining('Overdue')])
  const late = await visitor.visit(made.url.pathname)
  expect(late.text).toContain('It is past its due time. Write to support and give the number of the request.')
  await visitor.submit(late, 'name="decision"', { decision: 'complete' })
  expect(await list()).toEqual([expect.stringContaining('Completed')])
})
