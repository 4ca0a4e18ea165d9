import jsQR from 'jsqr'
import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Stack } from '../support/stack'
import { type Answer, openVisitor, signedIn, type Visitor } from '../support/visitor'

/** Topping up by HTML alone: what is said before anything is paid, the address and its code, each state. */

/** A new investor at the page of topping up. */
async function investorAt(
  stack: Stack,
  path: string,
  { lng = 'en', usdt }: { lng?: 'ru' | 'en'; usdt?: string } = {},
) {
  const investor = await newInvestor(stack.backendUrl, { usdt })
  const visitor = await signedIn(stack.url, investor, lng)
  return { investor, visitor, page: await visitor.visit(path) }
}

const topUp = (visitor: Visitor, page: Answer, amount: string, system = 'usdt-trc20') =>
  visitor.submit(page, 'name="amount"', { system, amount })

/** The address of the page, as it is copied: whole. */
function shownAddress({ html }: Answer): string {
  const groups = /translate="no">((?:<span[^>]*>[^<]*<\/span>(?:<wbr\/?>)?)+)<\/span>/.exec(html)?.[1] ?? ''
  return groups.replace(/<[^>]*>/g, '')
}

/** What a camera reads from the page's QR code, four pixels a module. */
function scan({ html }: Answer): string | undefined {
  const [, size = '', drawing = ''] =
    /<svg[^>]*viewBox="0 0 (\d+) \1"[^>]*role="img"[^>]*>(.*?)<\/svg>/s.exec(html) ?? []
  const side = Number(size) * 4
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, run] of drawing.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++) {
      const start = (row * side + Number(x) * 4) * 4
      for (let at = start; at < start + Number(run) * 16; at += 4) pixels.fill(0, at, at + 3)
    }
  }
  return jsQR(pixels, side, side)?.data
}

test.describe('before anything is paid', () => {
  test('each system says its network, its minimum, its time and what a withdrawal will require', async ({
    stack,
  }) => {
    const { page } = await investorAt(stack, '/cabinet/top-up')
    expect(page.text).toMatch(/USDT.*Network TRC-20.*From 10\.00 USDT\. The address is good for 60 minutes\./)
    expect(page.text).toContain('fee 1.00 USDT')
    expect(page.text).toContain('A withdrawal takes up to 96 hours.')
    expect(page.text).toContain(
      'To withdraw you will need: at least one top-up, at least one deposit opened.',
    )
  })

  test('an investor without top-ups is told so', async ({ stack }) => {
    const { page } = await investorAt(stack, '/cabinet/top-up', { lng: 'ru' })
    expect(page.text).toContain('Пополнений пока нет')
  })
})

test('a form that can not be taken comes back with its sentence and what was typed', async ({ stack }) => {
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
    expect(answer.html).toMatch(/<title>Error: /)
    expect(answer.html).toContain(`value="${amount}"`)
  }
  const unknown = await topUp(visitor, page, '700', 'doge')
  expect(unknown.status).toBe(422)
  expect(unknown.text).toContain('Choose a payment system')
})

test.describe('a request', () => {
  test('shows the address, a code that holds exactly it, the exact amount and the time left', async ({
    stack,
  }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const request = await topUp(visitor, page, '1,000.500001')
    expect(request.url.pathname).toMatch(/^\/cabinet\/top-up\/[^/]+$/)
    expect(request.html).toContain('Request sent')
    expect(request.text).toContain('Send exactly 1,000.500001 USDT')
    expect(request.text).toContain('Send only USDT and only over the TRC-20 network')
    expect(request.text).toMatch(/Time left (59 minutes|1 hour)/)
    expect(request.html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR code"/)
    expect(shownAddress(request)).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    expect(scan(request)).toBe(shownAddress(request))
  })

  test('in Russian, for a currency with a payment link', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up', { lng: 'ru' })
    const request = await topUp(visitor, page, '0,01', 'btc')
    expect(request.text).toContain('Отправьте ровно 0,01000000 BTC')
    expect(scan(request)).toBe(shownAddress(request))
    expect(request.html).toContain(`href="bitcoin:${shownAddress(request)}`)
  })

  test('sent twice is one request, and with other values none', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const [once, again] = [await topUp(visitor, page, '700'), await topUp(visitor, page, '700')]
    expect(again.url.pathname).toBe(once.url.pathname)
    const other = await topUp(visitor, page, '701')
    expect(other.status).toBe(422)
    expect(other.text).toContain('This form was already sent with other values')
    expect((await visitor.visit('/cabinet/top-up')).text).toContain('1–1 of 1')
  })

  test('is nobody else’s', async ({ stack }) => {
    const { visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const { url } = await topUp(visitor, page, '700')
    const { visitor: other } = await investorAt(stack, '/cabinet')
    expect((await other.visit(url.pathname)).status).toBe(404)
    const visit = await openVisitor(stack.url).visit(url.pathname)
    expect(visit.url.pathname).toBe('/login')
  })

  test('that is paid says so, shows what was credited, and can be paid no more', async ({ stack }) => {
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

  test('whose time is over tells not to pay', async ({ stack }) => {
    const { investor, visitor, page } = await investorAt(stack, '/cabinet/top-up')
    const { url } = await topUp(visitor, page, '700')
    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    const expired = await visitor.visit(url.pathname)
    expect(expired.text).toContain('Timeout expired')
    expect(expired.text).toContain('Do not pay to this address any more')
    expect(scan(expired)).toBeUndefined()
    expect(expired.text).not.toContain('Send exactly')
  })
})

test('the history keeps its filter in the address', async ({ stack }) => {
  const { visitor, page } = await investorAt(stack, '/cabinet/top-up', { usdt: '300' })
  await topUp(visitor, page, '700')
  const pending = await visitor.visit('/cabinet/top-up?status=pending')
  expect(pending.text).toContain('700.00 USDT')
  expect(pending.text).not.toContain('300.00 USDT')
  expect((await visitor.visit('/cabinet/top-up?status=rejected')).text).toContain(
    'Nothing fits these filters',
  )
  expect((await visitor.visit('/cabinet/top-up?page=9')).text).toContain('This list is shorter than that')
  expect((await visitor.visit('/cabinet/top-up?status=lost&page=x')).text).toContain('1–2 of 2')
})

test('the history is filtered by state and days, in the address', async ({ stack }) => {
  const { visitor } = await investorAt(stack, '/cabinet', { usdt: '700' })
  const history = async (query: string) => (await visitor.visit(`/cabinet/top-up${query}`)).text
  expect(await history('?status=topped_up&from=2026-01-01')).toContain('1–1 of 1')
  expect(await history('?to=2020-01-01')).toContain('Nothing fits these filters')
  expect(await history('?status=rejected')).toContain('Nothing fits these filters')
  expect(await history('?from=2026-02-01&to=2026-01-01')).toContain(
    'The first day is later than the last one',
  )
})
