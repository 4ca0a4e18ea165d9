import { expect, test } from '../support/in-process-journey'
import { scan } from '../support/qr'
import { investorAt } from '../support/signed-in-investor'
import { textsOf, writtenIn } from '../support/texts'
import { type Answer, openVisitor, rowsOf, type Visitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/** Top-ups: the text before a payment, the address and its QR code, each state. */

const topUp = (visitor: Visitor, page: Answer, amount: string, system = 'usdt-trc20') =>
  visitor.submit(page, 'name="amount"', { system, amount })

/** The whole address on the page, as it is copied. */
function shownAddress({ $ }: Answer): string {
  return $('[translate="no"]:has(> span)').first().text()
}

test.describe('before a payment', () => {
  test('each system shows its network, its minimum, its time and the requirements of a withdrawal', async ({
    stack,
  }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    expect(page.text).toMatch(
      /USDT.*From 10\.00 USDT Network TRC-20\. Withdrawal from 20\.00 USDT\. Withdrawal fee 1\.00 USDT\./,
    )
    expect(page.text).toContain(
      'To withdraw you will need: at least one top-up, at least one deposit opened.',
    )
    expect(page.text).toContain('An example for 10.00 USDT Send 10.00 USDT')
    // How long the address is good, and how long a withdrawal takes, are on the receipt of an amount.
    const typed = await visitor.visit('/cabinet/top-up?system=usdt-trc20&amount=250')
    expect(typed.text).toContain('Send 250.00 USDT Network TRC-20')
    expect(typed.text).not.toContain('An example')
    expect(typed.text).toContain('Address good for 1 hour Withdrawal takes up to 96 hours')
  })

  test('what an amount comes to is shown by a press, without a request', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/top-up')
    expect(page.$('main form button').text()).toContain('Calculate')
    const press = (amount: string) =>
      visitor.submit(page, 'name="amount"', { system: 'usdt-trc20', amount, receipt: '1' })
    const receipt = await press('250')
    expect(receipt.text).toContain('Send 250.00 USDT Network TRC-20')
    expect([receipt.typed('amount'), receipt.typed('system')]).toEqual(['250', 'usdt-trc20'])
    expect((await press('9.99')).text).toContain('The minimum is 10.00 USDT')
    expect((await press('nothing')).status).toBe(422)
    expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(0)
    const sent = await topUp(visitor, receipt, '250')
    expect(sent.url.pathname).toMatch(/^\/cabinet\/top-up\/.+/)
  })

  test('an investor without top-ups sees that the list is empty', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/top-up', { lng: 'ru' })
    expect(page.text).toContain('Пополнений пока нет')
  })
})

for (const lng of otherPlainLanguages)
  test(`the overview links to an open top-up, also before any money has moved, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const word = (key: string, values?: Record<string, string>) =>
      say(`cabinet:dashboard.openTopUp.${key}`, values)
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up', { lng })
    const overview = () => visitor.visit('/cabinet')
    const title = (figure: string) => word('title', { amount: `${writtenIn(lng, figure)} USDT` })
    expect((await overview()).text).not.toContain(say('cabinet:dashboard.needs.title'))

    const answer = await topUp(visitor, page, '70')
    const beginning = await overview()
    expect(beginning.text).toContain(say('cabinet:dashboard.begin.title'))
    expect(beginning.text).toContain(title('70.00'))
    expect(beginning.html).toContain(`href="${answer.url.pathname}"`)
    expect(beginning.text).not.toContain('status=pending')

    await topUp(visitor, await visitor.visit('/cabinet/top-up'), '80')
    const second = await overview()
    expect(second.text).toContain(title('80.00'))
    expect(second.text).toContain(word('all', { number: '2' }))
    expect(second.html).toContain('href="/cabinet/top-up?status=pending"')
  })

test('a refused form comes back with the error and its input', async ({ stack }) => {
  const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
  const cases: [amount: string, sentence: string][] = [
    ['', 'Enter an amount'],
    ['9.999999', 'The minimum is 10.00 USDT'],
    ['10.0000001', 'No more than 6 digits after the point'],
    ['1.000,5', 'It is not clear which amount this is'],
    ['-700', 'Amount cannot be less than 0'],
  ]
  for (const [amount, sentence] of cases) {
    const answer = await topUp(visitor, page, amount)
    expect(answer.status, amount).toBe(422)
    expect(answer.text).toContain(sentence)
    expect(answer.title).toMatch(/^Error: /)
    expect(answer.html).toContain(`value="${amount}"`)
  }
  const unknown = await topUp(visitor, page, '700', 'doge')
  expect(unknown.status).toBe(422)
  expect(unknown.text).toContain('Choose a payment system')
})

test.describe('a request', () => {
  test('shows the address, a QR code of exactly that address, the exact amount and the time left', async ({
    stack,
  }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const request = await topUp(visitor, page, '1,000.500001')
    expect(request.url.pathname).toMatch(/^\/cabinet\/top-up\/[^/]+$/)
    expect(request.html).toContain('Request sent')
    expect(request.text).toContain('Send 1,000.500001 USDT')
    expect(request.text).toContain('Send only USDT and only over the TRC-20 network')
    expect(request.text).toMatch(/Time left (59 minutes|1 hour)/)
    expect(request.$('svg[role="img"][aria-label="QR code"]')).toHaveLength(1)
    expect(shownAddress(request)).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    expect(scan(request)).toBe(shownAddress(request))
  })

  test('in Russian, for a currency with a payment link', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up', { lng: 'ru' })
    const request = await topUp(visitor, page, '0,01', 'btc')
    expect(request.text).toContain('Отправьте 0,01000000 BTC')
    expect(scan(request)).toBe(shownAddress(request))
    expect(request.html).toContain(`href="bitcoin:${shownAddress(request)}`)
  })

  test('sent twice creates one top-up, and with other values it is refused', async ({ stack }) => {
    for (const lng of plainLanguages) {
      const { investor, visitor, page } = await investorAt(stack, '/cabinet/top-up', { lng })
      const [once, again] = [await topUp(visitor, page, '700'), await topUp(visitor, page, '700')]
      expect(again.url.pathname).toBe(once.url.pathname)
      const other = await topUp(visitor, page, '701')
      expect(other.status).toBe(422)
      expect(other.text).toContain(textsOf(lng)('errors:code.idempotency_mismatch'))
      expect((await investor.ask('GET', '/funds/refills'))['total']).toBe(1)
    }
  })

  test('is visible to its owner only', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const { url } = await topUp(visitor, page, '700')
    const { visitor: other } = await investorAt(stack, '/cabinet')
    expect((await other.visit(url.pathname)).status).toBe(404)
    const visit = await openVisitor(stack.url).visit(url.pathname)
    expect(visit.url.pathname).toBe('/login')
  })

  test("that is paid says so, shows the credited amount, and can't be paid again", async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const request = await topUp(visitor, page, '700')
    const paid = await visitor.submit(request, 'Play the transfer')
    expect(paid.html).toContain('Topped up successfully')
    expect(paid.text).toContain('700.00 USDT was credited to your balance on')
    expect(paid.text).not.toContain('Play the transfer')
    expect(scan(paid)).toBeUndefined()

    const late = await visitor.submit(request, 'Play the transfer')
    expect(late.status).toBe(200)
    expect((await visitor.visit('/cabinet/operations')).text).toContain('1–1 of 1')
  })

  test('that has expired says not to pay', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const { url } = await topUp(visitor, page, '700')
    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    const expired = await visitor.visit(url.pathname)
    expect(expired.text).toContain('Timeout expired')
    expect(expired.text).toContain('Do not pay to this address any more')
    expect(scan(expired)).toBeUndefined()
    expect(expired.text).not.toMatch(/Send \d/)
  })
})

test('is refused above the limit of open top-ups, with the time to wait', async ({ stack }) => {
  for (const [lng, open] of [
    ['en', /You have 5 open top-ups: pay one of them, or ask for another in (59 minutes|1 hour)/],
    ['ru', /У вас 5 открытых пополнений: оплатите одно из них или запросите новое через (59 минут|1 час)/],
  ] as const) {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/top-up', { lng })
    for (let at = 0; at < 5; at++)
      await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '20' })
    const sixth = await topUp(visitor, page, '700')
    expect(sixth.status).toBe(429)
    expect(sixth.text).toContain(textsOf(lng)('refusals:code.too_many_requests'))
    expect(sixth.text).toMatch(open)
    expect(sixth.html).toContain('value="700"')
  }
})

for (const lng of otherPlainLanguages)
  test(`the history is filtered by state and days, in the address and in its fields, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up', { usdt: '300', lng })
    await topUp(visitor, page, '700')
    const [pending, credited] = ['pending', 'topped_up'].map((state) => say(`common:status.refill.${state}`))
    const usdt = (figure: string) => `${writtenIn(lng, figure)} USDT`
    const history = (query: string) => visitor.visit(`/cabinet/top-up${query}`)
    const rows = async (query: string) => rowsOf(await history(query)).map((cells) => cells.slice(-3))
    const requests = [usdt('700.00'), say('cabinet:topUp.notCredited'), pending]
    const paid = [usdt('300.00'), usdt('300.00'), credited]

    expect(await rows('')).toEqual([requests, paid])
    expect(await rows('?status=pending')).toEqual([requests])
    expect(await rows('?status=topped_up&from=2026-01-01')).toEqual([paid])
    expect(await rows('?from=2026-01-01&to=2999-12-31')).toEqual([requests, paid])
    expect(await rows('?status=lost&page=x')).toEqual([requests, paid])

    const filtered = await history('?status=topped_up&from=2026-01-01')
    expect(filtered.$('option[value="topped_up"][selected]')).toHaveLength(1)
    expect(filtered.value('from')).toBe('2026-01-01')
    for (const [query, sentence] of [
      ['?status=rejected', 'common:list.noMatches'],
      ['?to=2020-01-01', 'common:list.noMatches'],
      ['?page=9', 'common:list.pastEnd'],
      ['?from=2026-02-01&to=2026-01-01', 'refusals:code.dates_swapped'],
    ] as const) {
      expect((await history(query)).text, query).toContain(say(sentence))
    }
    // The link back from beyond the last page keeps the filters.
    expect((await history('?status=pending&page=9')).html).toContain('href="/cabinet/top-up?status=pending"')
  })
