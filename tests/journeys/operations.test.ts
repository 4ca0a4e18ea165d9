import { type AnyNode } from 'domhandler'
import { operationStatuses } from '~/contract/words'
import { newInvestor, topUp, tronWallet, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type WatchedProduct } from '../support/watched'
import { investorWithDeposit } from '../support/signed-in-investor'
import { textsOf } from '../support/texts'
import { cellsUnder, rowsOf, signedIn } from '../support/visitor'
import { otherPlainLanguages } from '../support/reading-modes'

/** The statement by HTML alone: rows and sums to the last digit, filters in the address. */

test('each account with operations has a row with its sums and closing balance', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const { text } = await visitor.visit('/cabinet/operations')
  // opening 0 + in 700 − out 300 = closing 400 on the balance; 0 + 300 − 0 = 300 in deposits
  expect(text).toContain('USDT, Balance 0.00 USDT 700.00 USDT 300.00 USDT 400.00 USDT')
  expect(text).toContain('USDT, In deposits 0.00 USDT 300.00 USDT 0.00 USDT 300.00 USDT')
  expect(text).toContain('1–3 of 3. That is all')
})

test('a day of income adds one row', async ({ stack }) => {
  const { investor, visitor } = await investorWithDeposit(stack)
  await investor.ask('POST', '/ext/demo/clock', { days: 1 })
  const { text } = await visitor.visit('/cabinet/operations?type=accrual')
  // 300 × 1.11 / 100 = 3.33, on a balance of 400
  expect(text).toMatch(/\+\s?3\.33 USDT 403\.33 USDT/)
  expect(text).toContain('1–1 of 1')
})

test('filters are kept in the address and in their fields', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?account=balance_dep&currency=USDT')
  expect(page.text).toContain('1–1 of 1')
  expect(page.$('option[value="balance_dep"][selected]')).toHaveLength(1)
  expect((await visitor.visit('/cabinet/operations?type=bonus')).text).toContain('Nothing fits these filters')
  expect((await visitor.visit('/cabinet/operations?type=gift&page=-1')).text).toContain('1–3 of 3')
})

test('a month is one link away, for the page and the file, and keeps the other filters', async ({
  stack,
}) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?account=balance')
  const isMonth = (_: number, link: AnyNode) => /^\w+ \d{4}$/.test(page.$(link).text())
  const months = page.$('a[href*="from="][href*="-01&to="]').filter(isMonth).toArray()
  expect(months).toHaveLength(3)
  const [present, before] = months.map(({ attribs }) => attribs['href'])
  const shown = await visitor.visit(present ?? '')
  expect(shown.text).toContain('Download 2 operations as CSV')
  expect(shown.url.searchParams.get('account')).toBe('balance')
  const current = shown.$('main [aria-current="page"]').toArray()
  expect(current.map((link) => shown.$(link).text())).toContainEqual(expect.stringMatching(/^\w+ \d{4}$/))
  const earlier = await visitor.visit(before ?? '')
  expect(earlier.text).toContain('Nothing fits these filters')
  expect(earlier.text).not.toContain('as CSV')
})

/** An operation: its kind, account, amount, currency and state. */
type Movement = [type: string, account: string, currency: string, amount: number, status: string]

/**
 * On one day 700 USDT and 400 TRX come in. On the next 100 USDT are withdrawn, 50 are pending, 30 were
 * rejected and returned, and 300 are deposited.
 */
async function investorOfTwoDays(stack: WatchedProduct) {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await topUp(investor, '400', 'trx')
  const { items } = (await investor.ask('GET', '/user/operations/')) as { items: { createdAt: string }[] }
  await investor.ask('POST', '/ext/demo/clock', { days: 1 })
  for (const [amount, decision] of [
    ['100', 'complete'],
    ['50', null],
    ['30', 'reject'],
  ] as const) {
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    const reason = decision === 'reject' ? 'Not this one' : undefined
    if (decision) await investor.ask('POST', `/ext/demo/payments/${payment.id}/decide`, { decision, reason })
  }
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  const day = new Date(items[0]?.createdAt ?? '').toLocaleDateString('sv-SE', { timeZone: 'Europe/Vilnius' })
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return { investor, day, next }
}

const refilled: Movement[] = [
  ['refill', 'balance', 'USDT', 700, 'completed'],
  ['refill', 'balance', 'TRX', 400, 'completed'],
]
const withdrawn: Movement[] = [
  ['payment', 'balance', 'USDT', -100, 'completed'],
  ['payment', 'balance', 'USDT', -50, 'pending'],
  ['payment', 'balance', 'USDT', -30, 'rejected'],
]
const returned: Movement = ['payment_return', 'balance', 'USDT', 30, 'completed']
const opened: Movement[] = [
  ['deposit_open', 'balance', 'USDT', -300, 'completed'],
  ['deposit_open', 'balance_dep', 'USDT', 300, 'completed'],
]
const moved: Movement[] = [...refilled, ...withdrawn, returned, ...opened]

for (const language of otherPlainLanguages)
  test(`each filter selects its operations, on the page and in the file, and both add up, in ${language}`, async ({
    stack,
  }) => {
    const say = textsOf(language)
    const { investor, day, next } = await investorOfTwoDays(stack)
    const visitor = await signedIn(stack.url, investor, language)
    const figure = (text = '') => {
      const plain = text.replace('−', '-').replace(/[^\d.,-]/g, '')
      return Number(language === 'ru' ? plain.replace(',', '.') : plain.replace(/,/g, ''))
    }
    const inWords = ([type, account, currency, amount, status]: Movement) => [
      say(`common:operation.${type}`),
      say(`common:account.${account}`),
      currency,
      amount,
      say(`common:status.operation.${status}`),
    ]
    const key = (of: unknown[]) => of.join(' ')
    const inOrder = (entries: unknown[][]) => entries.map(key).sort()

    const filters: [query: string, expected: Movement[], before?: Movement[]][] = [
      ['', moved],
      ['status=pending', withdrawn.filter((entry) => entry.includes('pending'))],
      ['status=rejected', withdrawn.filter((entry) => entry.includes('rejected'))],
      ['status=completed', moved.filter((entry) => entry.includes('completed'))],
      ['currency=TRX', moved.filter((entry) => entry.includes('TRX'))],
      ['currency=USDT', moved.filter((entry) => entry.includes('USDT'))],
      ['type=payment', withdrawn],
      ['account=balance_dep', opened.slice(1)],
      [`to=${day}`, refilled],
      [`from=${next}`, moved.slice(2), refilled],
      [`from=${day}&to=${next}`, moved],
      [`from=${next}&currency=TRX`, [], refilled.slice(1)],
      [
        `from=${next}&status=completed&currency=USDT&account=balance`,
        [withdrawn[0] as Movement, returned, opened[0] as Movement],
        refilled.slice(0, 1),
      ],
    ]
    const heads = ['type', 'account', 'status', 'amount'].map((name) => say(`cabinet:operations.${name}`))
    const states = operationStatuses.map((status) => say(`common:status.operation.${status}`))
    for (const [query, expected, before = []] of filters) {
      const page = await visitor.visit(`/cabinet/operations?${query}`)
      const answer = await fetch(`${stack.url}/cabinet/operations.csv?${query}`, {
        headers: { Cookie: visitor.cookie() },
      })
      const lines = (await answer.text())
        .split('\r\n')
        .map((line) => line.split(language === 'ru' ? ';' : ','))

      const shown = cellsUnder(page, 'list', heads).map(([type, account, status = '', amount = '']) => [
        type,
        account,
        amount.split(' ').at(-1),
        figure(amount),
        // Where all are completed no column says so.
        states.includes(status) ? status : say('common:status.operation.completed'),
      ])
      const filed = lines
        .filter(([time = '']) => /^\d/.test(time))
        .map(([, type, account, currency, amount, , status]) => [
          type,
          account,
          currency,
          figure(amount),
          status,
        ])
      expect(inOrder(shown), `${query} on the page`).toEqual(inOrder(expected.map(inWords)))
      expect(inOrder(filed), `${query} in the file`).toEqual(inOrder(expected.map(inWords)))

      const sum = (entries: unknown[][], [currency, account]: string[]) =>
        entries
          .filter((entry) => entry.includes(currency) && entry.includes(account))
          .reduce((total, entry) => total + Number(entry[3]), 0)
      const balances = rowsOf(page).map(
        ([name = '', ...figures]) => [name.split(', '), figures.map(figure)] as const,
      )
      expect(page.text, `${query} has a sum`).toContain(say('cabinet:operations.summaryOf'))
      for (const [of, [opening = 0, into = 0, out = 0, closing]] of balances) {
        expect(opening, `${query} opens ${key(of)}`).toBe(sum(before.map(inWords), of))
        expect(into - out, `${query} moves ${key(of)}`).toBe(sum(shown, of))
        expect(closing, `${query} closes ${key(of)}`).toBe(opening + sum(shown, of))
        const inFile = (word: string) =>
          lines.find(
            (line) => line[1] === say(`cabinet:operations.${word}`) && key([line[3], line[2]]) === key(of),
          )
        expect([figure(inFile('opening')?.[5]), figure(inFile('closing')?.[5])]).toEqual([opening, closing])
      }
    }
  })

test('each chosen filter is named, and is taken off by its link', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?type=deposit_open&account=balance&from=2026-01-01')
  const chips = page.$('main ul[aria-label="Chosen filters"] a').toArray()
  expect(chips.map((chip) => page.$(chip).text().replace(/\s/g, ' '))).toEqual([
    'Take off the filter Deposit opened',
    'Take off the filter Balance',
    'Take off the filter From 1 January 2026',
  ])
  const fewer = await visitor.visit(chips[0]?.attribs['href'] ?? '')
  expect(fewer.url.search).toBe('?account=balance&from=2026-01-01')
  expect(fewer.text).toContain('1–2 of 2')
  const none = await visitor.visit('/cabinet/operations')
  expect(none.$('main ul[aria-label="Chosen filters"]')).toHaveLength(0)
})

test('operations stand below their day, and only one that is not completed shows its state', async ({
  stack,
}) => {
  const { investor } = await investorOfTwoDays(stack)
  const page = await (await signedIn(stack.url, investor, 'en')).visit('/cabinet/operations')
  const days = page.$('section:is([aria-labelledby="list"], :has(> * > #list)) tbody [scope="rowgroup"]')
  expect(days).toHaveLength(2)
  const states = page
    .$('section:is([aria-labelledby="list"], :has(> * > #list)) tbody td:nth-child(4) > div')
    .toArray()
  const shown = states.map((cell) => page.$(cell).clone().find('span').has('svg').text())
  expect(new Set(shown)).toEqual(new Set(['', 'Pending', 'Rejected']))
  const { visitor } = await investorWithDeposit(stack)
  const heads = (await visitor.visit('/cabinet/operations')).textOf(
    'section:is([aria-labelledby="list"], :has(> * > #list)) thead',
  )
  expect(heads).not.toContain('Status')
})

test('a statement of several pages can be printed as one, with its filters kept', async ({ stack }) => {
  const visitor = await signedIn(
    stack.url,
    { login: demoInvestor.login, password: demoInvestor.password },
    'en',
  )
  const page = await visitor.visit('/cabinet/operations?type=accrual')
  const [, all = ''] = /Show ([\d,]+) on one page, to print/.exec(page.text) ?? []
  expect(Number(all.replace(',', ''))).toBeGreaterThan(20)
  const sheet = await visitor.visit(page.$('a[href*="limit=1000"]').first().attr('href') ?? 'none')
  expect(sheet.text).toContain(`1–${all} of ${all}. That is all`)
  expect(sheet.url.searchParams.get('type')).toBe('accrual')
  expect(sheet.text).not.toContain('to print')
})

test('a first day after the last one is reported at the field', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?from=2026-02-01&to=2026-01-01')
  expect(page.status).toBe(200)
  expect(page.text).toContain('The first day is later than the last one')
  expect(page.$('[name="to"]').attr('aria-invalid')).toBe('true')
})

test('days are typed as well, and one that can’t be read is reported at its field instead of being left out', async ({
  stack,
}) => {
  const { visitor } = await investorWithDeposit(stack)
  const typed = await visitor.visit('/cabinet/operations?from=01.01.2026&to=2026.1.31')
  expect([typed.typed('from'), typed.typed('to')]).toEqual(['2026-01-01', '2026-01-31'])
  expect(typed.text).toContain('From 1 January 2026')

  for (const path of ['/cabinet/operations', '/cabinet/operations.csv', '/cabinet/top-up']) {
    const page = await visitor.visit(`${path}?from=31.02.2026&to=01.03.2026`)
    expect(page.status, path).toBe(200)
    expect([page.typed('from'), page.typed('to')], path).toEqual(['31.02.2026', '2026-03-01'])
    expect(page.$('[name="from"]').attr('aria-invalid'), path).toBe('true')
    expect(page.$('[name="to"]').attr('aria-invalid'), path).toBeUndefined()
    expect(page.text, path).toContain('Enter a date that exists as year-month-day: 2000-12-31')
    expect(page.text, path).not.toContain('1–2 of 2')
  }
})

test('an investor without operations sees how to begin', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  const { text } = await visitor.visit('/cabinet/operations?lng=ru')
  expect(text).toContain('Операций пока нет')
  expect(text).not.toContain('Итог')
})

test('the file of an invalid period redirects to the page with the error', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations.csv?from=2026-02-01&to=2026-01-01')
  expect(page.url.pathname).toBe('/cabinet/operations')
  expect(page.text).toContain('The first day is later than the last one')
})

test('the filtered operations are downloaded, in the spreadsheet format of the language', async ({
  stack,
}) => {
  const { investor } = await investorWithDeposit(stack)
  for (const [lng, row] of [
    ['ru', /^[\d-]+ [\d:]+;Депозит открыт;Баланс;USDT;-300;400;/],
    ['en', /^[\d-]+ [\d:]+,Deposit opened,Balance,USDT,-300,400,/],
  ] as const) {
    const visitor = await signedIn(stack.url, investor, lng)
    const page = await visitor.visit('/cabinet/operations?account=balance&type=deposit_open')
    const link = textsOf(lng)('cabinet:operations.csv.download_one', { rows: 1 })
    const file = await visitor.follow(page, link)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    const lines = file.html.split('\r\n')
    expect(lines.filter((line) => /^\uFEFF?\d/.test(line))).toHaveLength(1)
    expect(lines).toContainEqual(expect.stringMatching(row))
  }
})

test("a file that can't be created redirects to the page with the reason", async ({ stack }) => {
  const say = textsOf('en')
  const { investor, visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations')
  // The upstream no longer knows the session.
  const passwords = { currentPassword: investor.password, password: 'High-tide-at-9' }
  await investor.ask('PATCH', '/user/password', passwords)
  const [file = ''] = page.links('/cabinet/operations.csv')
  const login = await visitor.visit(file)
  expect(login.url.pathname).toBe('/login')
  expect(login.textOf('main h1')).toBe(say('auth:login.title'))
  expect(login.text).toContain(say('errors:code.unauthorized'))
})
