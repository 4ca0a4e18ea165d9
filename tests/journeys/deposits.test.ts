import { knownInvestor, newInvestor, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { investorAt } from '../support/signed-in-investor'
import { textsOf, writtenIn } from '../support/texts'
import { type Answer, itemsOf, rowsOf, signedIn, type Visitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/** Deposits: the text before money is locked, the confirmed figures, each state. */

const fillIn = (visitor: Visitor, page: Answer, amount: string, planId = 'breeze') =>
  visitor.submit(page, 'name="amount"', { planId, currency: 'USDT', amount })

const confirm = (visitor: Visitor, page: Answer, changes?: Record<string, string>) =>
  visitor.submit(page, 'name="figures"', changes)

test.describe('before money is locked', () => {
  test('the page shows the term, the risk, and the requirements of each plan', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    expect(page.text).toContain('Locked for 50 days')
    expect(page.text).toContain('You may lose all the money you invest.')
    expect(page.text).toMatch(/Breeze 1\.11% a day From 100\.00 USDT to 4,999\.99 USDT/)
    expect(page.text).toContain('First term: 50 days.')
    expect(page.text).toContain('Left running after it: 2.22% a day for at most 50 days more.')
    expect(page.text).toContain('All of it: 700.00 USDT')
    // 100 × 1.11 % = 1.11 a day, × 50 = 55.50
    expect(page.text).toContain('Breeze. An example for 100.00 USDT Income a day, 1.11% 1.11 USDT')
    expect(page.text).toContain('Income of the first term, 50 days 55.50 USDT')
  })

  test('an empty balance is mentioned first, with a link to top up', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/deposits/new')
    expect(page.text).toContain('Your free balance is empty')
    expect(page.html).toContain('href="/cabinet/top-up"')
  })

  test('the review page shows every figure, and no money has moved yet', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const review = await fillIn(visitor, page, '300')
    expect(review.status).toBe(200)
    // 300 × 1.11 % = 3.33 a day, × 50 = 166.50; doubled 6.66; 700 − 300 = 400
    for (const sentence of [
      'Amount 300.00 USDT',
      'Daily percentage 1.11%',
      'Income a day 3.33 USDT',
      'Income of the first term, 50 days 166.50 USDT',
      '6.66 USDT a day for at most 50 days',
      'Closing pays back 300.00 USDT',
      'Free balance after opening 400.00 USDT',
      'You may lose all the money you invest.',
    ]) {
      expect(review.text).toContain(sentence)
    }
    expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)
  })

  test('an amount is parsed in the notation of the reader’s language', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { lng: 'ru', usdt: '2000' })
    const review = await fillIn(visitor, page, '1 000,505')
    expect(review.text).toContain('Сумма 1 000,505 USDT')
    const opened = await confirm(visitor, review)
    expect(opened.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
    expect(opened.text).toContain('1 000,505 USDT')
  })

  test('"Change" leads back to the form with its input', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const back = await visitor.submit(await fillIn(visitor, page, '300.5'), 'name="change"')
    expect(back.status).toBe(200)
    expect(back.title).not.toMatch(/^Error: /)
    expect(back.$('input[name="amount"][value="300.5"]')).toHaveLength(1)
    expect(back.$('input[value="breeze"]').is('[checked]')).toBe(true)
  })

  test('figures that are no longer valid are shown again, and no deposit is opened', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const review = await fillIn(visitor, page, '300')
    const again = await confirm(visitor, review, { figures: '300 USDT 3.33 50 50 2' })
    expect(again.status).toBe(200)
    expect(again.text).toContain('The figures have changed meanwhile.')
    expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)
    expect((await confirm(visitor, again)).url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
  })
})

test('where no plan is chosen, the amount chooses it', async ({ stack }) => {
  const { investor, visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '6000' })
  const send = (amount: string) => visitor.submit(page, 'name="planId"', { currency: 'USDT', amount })
  // What the server can't choose is not chosen on the page that comes back, either.
  const low = await send('99')
  expect(low.refused.problems).toEqual(['The minimum is 100.00 USDT', 'Choose a plan'])
  expect(low.$('[name="planId"][checked]')).toHaveLength(0)
  const review = await send('5500')
  expect(review.text).toContain('2.22%')
  expect(review.text).toContain('Depth')
  expect(review.value('planId')).toBe('depth')
  // Nor is it chosen anew for a form that confirms.
  expect((await confirm(visitor, review, { planId: '' })).refused.problems).toEqual(['Choose a plan'])
  expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)
  await confirm(visitor, review)
  expect(await investor.ask('GET', '/funds/deposits')).toMatchObject({
    total: 1,
    items: [{ plan: { id: 'depth' } }],
  })
  expect((await send('')).refused.problems).toEqual(['Enter an amount', 'Choose a plan'])
})

test('a refused form comes back with the error and its input', async ({ stack }) => {
  const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
  const cases: [amount: string, sentence: string, planId?: string][] = [
    ['', 'Enter an amount'],
    ['99.999999', 'The minimum is 100.00 USDT'],
    ['700.000001', 'Not enough money on the balance'],
    ['300', 'The minimum is 5,000.00 USDT', 'depth'],
    ['300', "This plan can't be opened now", 'no-such-plan'],
  ]
  for (const [amount, sentence, planId] of cases) {
    const answer = await fillIn(visitor, page, amount, planId)
    expect(answer.status, amount).toBe(422)
    expect(answer.text).toContain(sentence)
    expect(answer.title).toMatch(/^Error: /)
    if (amount) expect(answer.html).toContain(`value="${amount}"`)
  }
})

test('a form without its id opens no deposit and can be sent again', async ({ stack }) => {
  const { investor, visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
  const stale = await confirm(visitor, await fillIn(visitor, page, '300'), { submission: 'made-up' })
  expect(stale.status).toBe(422)
  expect(stale.text).toContain('This form was open for too long. Nothing was sent')
  expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)
  const opened = await confirm(visitor, await fillIn(visitor, stale, '300'))
  expect(opened.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
})

test.describe('a deposit in its first term', () => {
  test('shows the end of the term, and its closing page refuses', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const opened = await confirm(visitor, await fillIn(visitor, page, '300'))
    expect(opened.html).toContain('Deposit created')
    expect(opened.text).toMatch(/Locked until .+ From then on you can close it on any day\./)
    expect(opened.text).toContain('Day 0 of 100')

    const closing = await visitor.visit(`${opened.url.pathname}/close`)
    expect(closing.text).toContain("This deposit can't be closed yet")
    expect(closing.html).not.toContain('name="submission"')
  })

  test("can't be seen or closed by another investor", async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const { pathname } = (await confirm(visitor, await fillIn(visitor, page, '300'))).url
    const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
    expect((await other.visit(pathname)).status).toBe(404)
    expect((await other.visit(`${pathname}/close`)).status).toBe(404)
  })

  test('that can be closed is closed only by its owner, whatever another user posts', async ({ stack }) => {
    const owner = await signedIn(stack.url, demoInvestor, 'en')
    const list = await owner.visit('/cabinet/deposits?status=awaiting_completion')
    const [path = 'none'] = list.entries('/cabinet/deposits')
    const other = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')

    // The owner's page, sent from another user's browser: with the owner's tokens, then with that user's.
    const page = await owner.visit(`${path}/close`)
    expect((await other.submit(page, 'name="submission"')).status).toBe(409)
    const own = await other.visit('/cabinet/deposits/new')
    const forged = { formToken: own.value('formToken'), submission: own.value('submission') }
    const refused = await other.submit(page, 'name="submission"', forged)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('There is no such page')
    expect(stack.upstreamCalls.filter((call) => call.path.includes('/client/close/'))).toEqual([])
    expect((await owner.visit(path)).text).toContain('Awaiting completion')
  })
})

test('the risk warning is on every page that shows a yield or a plan', async ({ stack }) => {
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const linkIn = async (list: string) => (await visitor.visit(list)).entries('/cabinet/deposits')[0] ?? 'none'
  const deposits = await Promise.all(
    ['in_progress', 'awaiting_completion', 'closed'].map((status) =>
      linkIn(`/cabinet/deposits?status=${status}`),
    ),
  )
  const pages = [
    '/',
    '/risk',
    '/cabinet',
    '/cabinet/deposits',
    '/cabinet/deposits/new',
    ...deposits.flatMap((deposit) => [deposit, `${deposit}/close`]),
  ]
  for (const path of pages) {
    const { text } = await visitor.visit(path)
    expect(text.split('You may lose all the money you invest.').length - 1, path).toBe(1)
  }
})

test.describe('the list', () => {
  test('says that it is empty, and what to do before a first deposit', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/deposits')
    expect(page.text).toContain('No deposits yet')
    expect(page.text).toContain('read how long the money is locked')
  })

  for (const lng of plainLanguages)
    test(`shows one state if the address asks for it, in ${lng}`, async ({ stack }) => {
      const say = textsOf(lng)
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const statuses = ['in_progress', 'awaiting_completion', 'closed']
      const wordsOf = (page: Answer) => new Set(rowsOf(page).map((cells) => cells.at(-1)))
      const words = statuses.map((status) => say(`common:status.deposit.${status}`))
      expect(wordsOf(await visitor.visit('/cabinet/deposits'))).toEqual(new Set(words))
      for (const [at, status] of statuses.entries()) {
        const page = await visitor.visit(`/cabinet/deposits?status=${status}`)
        expect(wordsOf(page), status).toEqual(new Set([words[at]]))
        expect(page.html, status).toMatch(new RegExp(`aria-current="page"[^>]*>${words[at]}<`))
      }
    })

  test('treats a truncated address as one without filters', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    expect((await visitor.visit('/cabinet/deposits?status=clo&page=0')).text).toContain('In progress')
    expect((await visitor.visit('/cabinet/deposits?page=99')).text).toContain(
      'This list is shorter than that',
    )
  })
})

test.describe('the receipt of an amount', () => {
  test('has an address of its own, chooses the plan, and opens no deposit', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { usdt: '700' })
    const answer = await visitor.submit(page, 'name="planId"', {
      currency: 'USDT',
      amount: '300',
      receipt: '1',
    })
    expect(answer.url.search).toBe('?currency=USDT&amount=300')
    const receipt = answer.textOf('section[aria-labelledby="receipt"]')
    // 3.33 a day × 50 = 166.50; doubled 6.66
    for (const part of [
      'Breeze',
      'Income a day, 1.11% 3.33 USDT',
      '50 days 166.50 USDT',
      '50 days 6.66 USDT',
    ])
      expect(receipt).toContain(part)
    expect(answer.typed('planId')).toBe('breeze')
    expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(0)
    const review = await fillIn(visitor, answer, '300')
    expect(review.text).toContain('Income of the first term, 50 days 166.50 USDT')
  })

  test('an invalid amount is reported at its field', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { lng: 'ru', usdt: '700' })
    const request = { currency: 'USDT', amount: '1.000', receipt: '1' }
    const answer = await visitor.submit(page, 'name="planId"', request)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Непонятно, какая это сумма')
    const asAddress = await visitor.visit('/cabinet/deposits/new?amount=1.000')
    expect(asAddress.text).toContain('Непонятно')
    expect(asAddress.$('[name="amount"]').attr('aria-invalid')).toBe('true')
  })

  test('all of the balance is one link away', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/deposits/new', { lng: 'ru', usdt: '700.5' })
    const link = page.$('main a[href*="amount="]').attr('href') ?? ''
    expect(link).toBe('/cabinet/deposits/new?currency=USDT&amount=700%2C50')
    const filled = await visitor.visit(link)
    expect([filled.typed('amount'), filled.typed('planId')]).toEqual(['700,50', 'breeze'])
    expect(filled.$('[name="amount"]').attr('aria-invalid')).toBeUndefined()
  })
})

test.describe('one deposit', () => {
  const newestOf = async (visitor: Visitor, status: string) => {
    const list = await visitor.visit(`/cabinet/deposits?status=${status}`)
    return list.entries('/cabinet/deposits')[0] ?? 'none'
  }

  for (const lng of otherPlainLanguages)
    test(`shows its course, its accruals by pages and the next choice, in ${lng}`, async ({ stack }) => {
      const say = textsOf(lng)
      const word = (key: string, values?: Record<string, string>) => say(`cabinet:deposits.${key}`, values)
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const course = [
        word('course.opened'),
        word('course.first', { day: '50' }),
        word('course.second', { day: '100' }),
      ].map((stop) => expect.stringContaining(stop) as string)
      const dayOf = (page: Answer) => page.$('#course').text()
      const nth = (day: number) => word('course.day', { day: `${day}`, days: '100' })
      const place = (from: number, to: number) => say('common:list.place', { from, to, total: 100 })

      const over = await visitor.visit(await newestOf(visitor, 'awaiting_completion'))
      expect(itemsOf(over, 'course')).toEqual(course)
      expect(dayOf(over)).toBe(nth(100))
      expect(over.text).not.toContain(word('choice.leave'))
      const days = (page: Answer) => rowsOf(page).map(([day]) => day)
      const named = (from: number) =>
        Array.from({ length: 10 }, (_, at) => word('accruals.nth', { day: `${from - at}` }))
      expect(over.text).toContain(place(1, 10))
      expect(days(over)).toEqual(named(100))
      const last = await visitor.visit(`${over.url.pathname}?page=10`)
      expect(last.text).toContain(`${place(91, 100)}. ${say('common:list.end')}`)
      expect(days(last)).toEqual(named(10))
      // Each day of the second term brings twice as much as a day of the first.
      const figureOf = (page: Answer) =>
        Number(
          rowsOf(page)[0]?.[2]
            ?.replace(',', '.')
            .replace(/[^\d.]/g, ''),
        )
      expect(figureOf(over)).toBeCloseTo(2 * figureOf(last), 6)
      const past = await visitor.visit(`${over.url.pathname}?page=11`)
      expect(past.text).toContain(say('common:list.pastEnd'))

      const running = await visitor.visit(await newestOf(visitor, 'in_progress'))
      expect(itemsOf(running, 'course')).toEqual(course)
      const [before = '', afterwards = ''] = word('choice.closeText').split('{amount}')
      const sum = '[\\d., ]+ [A-Z]{3,4}'
      expect(running.text).toMatch(
        new RegExp(`${word('choice.close')} ${before}${sum}${afterwards.replace(/[.]/g, '[.]')}`),
      )
      expect(running.text).toContain(word('choice.title'))
      expect(running.text).toContain(word('choice.nothing'))

      const closed = await visitor.visit(await newestOf(visitor, 'closed'))
      expect(itemsOf(closed, 'course')).toEqual(course)
      expect(dayOf(closed)).toMatch(/\d/)
    })

  for (const lng of plainLanguages)
    test.describe(`its choice, in ${lng}`, () => {
      const say = textsOf(lng)
      const word = (key: string, values?: Record<string, string | number>) =>
        say(`cabinet:deposits.${key}`, values)
      const of = (figure: string, currency: string) => `${writtenIn(lng, figure)} ${currency}`
      const dayMs = 86_400_000
      /** A sentence with a time in it, as a pattern. */
      const at = (key: string, moment: number) => {
        const [before = '', after = ''] = word(key).split('{time}')
        const zone = { timeZone: 'Europe/Vilnius' } as const
        const locale = { en: 'en-GB', ru: 'ru-RU' }[lng]
        const date = new Date(moment).toLocaleDateString(locale, { dateStyle: 'long', ...zone })
        const time = new Date(moment).toLocaleTimeString(locale, { timeStyle: 'short', ...zone })
        return new RegExp(`${before}${`${date}, ${time}`.replace(/\s/g, ' ')} GMT[+]\\d${after}`)
      }
      const leave = (day: string, count: number) =>
        `${word('choice.leave')} ${word(`choice.leaveText_${{ en: 'other', ru: 'many' }[lng]}`, {
          percent: { en: '2.22%', ru: '2,22 %' }[lng],
          day,
          count,
        })}`
      const close = (amount: string) => `${word('choice.close')} ${word('choice.closeText', { amount })}`

      test('shows in the first term what each option will bring, and from when', async ({ stack }) => {
        const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
        const request = { planId: 'breeze', currency: 'USDT', amount: '300' }
        const { deposit } = (await investor.ask('POST', '/funds/deposits', request)) as {
          deposit: { id: string; startedAt: string }
        }
        const visitor = await signedIn(stack.url, investor, lng)
        const { text } = await visitor.visit(`/cabinet/deposits/${deposit.id}`)
        const firstOver = Date.parse(deposit.startedAt) + 50 * dayMs
        expect(text).toContain(word('choice.title'))
        expect(text).not.toContain(word('choice.titleNow'))
        expect(text).toMatch(at('choice.from', firstOver))
        expect(text).toMatch(at('one.locked', firstOver))
        expect(text).toContain(close(of('300.00', 'USDT')))
        // 300 × 2 × 1.11 %
        expect(text).toContain(leave(of('6.66', 'USDT'), 50))
      })

      test('says in the second term that it can be closed now, and until when it earns', async ({
        stack,
      }) => {
        const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
        const { items } = (await ask('GET', '/funds/deposits?status=in_progress')) as {
          items: { id: string; term: number; startedAt: string }[]
        }
        const { id, startedAt } = items.find(({ term }) => term === 2) ?? { id: '', startedAt: '' }
        const visitor = await signedIn(stack.url, demoInvestor, lng)
        const { text } = await visitor.visit(`/cabinet/deposits/${id}`)
        expect(text).toMatch(at('one.second', Date.parse(startedAt) + 100 * dayMs))
        expect(text).toContain(word('choice.titleNow'))
        expect(text).not.toContain(word('choice.title'))
        expect(text).toContain(close(of('3,000.00', 'TRX')))
        // It was opened seventy days ago in the morning: before that hour the seventieth day is not over.
        const left = 100 - Math.floor((Date.now() - Date.parse(startedAt)) / dayMs)
        // 3,000 × 2 × 1.11 %
        expect(text).toContain(leave(of('66.60', 'TRX'), left))
      })
    })
})

test('an investor with two hundred deposits gets pages, and can open the oldest', async ({ stack }) => {
  const { investor, visitor } = await investorAt(stack, '/cabinet', { usdt: '20000' })
  const request = { planId: 'breeze', currency: 'USDT', amount: '100' }
  for (let round = 0; round < 25; round++)
    await Promise.all(Array.from({ length: 8 }, () => investor.ask('POST', '/funds/deposits', request)))
  const first = await visitor.visit('/cabinet/deposits')
  expect(first.text).toContain('1–20 of 200')
  const last = await visitor.visit('/cabinet/deposits?status=in_progress&page=10')
  expect(last.text).toContain('181–200 of 200. That is all')
  const oldest = last.entries('/cabinet/deposits').at(-1) ?? ''
  expect((await visitor.visit(oldest)).text).toContain('Day 0 of 100')
})
