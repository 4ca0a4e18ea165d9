import { type Locator, type Page } from '@playwright/test'
import { addressesOf, areas } from '../support/areas'
import { demoInvestor, newInvestor, topUp, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Reader, lostText } from '../support/large-text'
import { sendMailing } from '../support/mailings'
import { newPayment } from '../support/money-forms'
import { eachPrepared } from '../support/prepared-pages'
import { isFull } from '../support/reading-modes'
import { connected, fillIn, load, openExactly, send, signIn } from '../support/steps'
import { saveWallet } from '../support/withdrawals'
import { type Language } from '~/contract/languages'

/**
 * Readers with large text or wider spacing: no page is wider than its window, and no text is cut off or sticks out of
 * its box. With TEST_FULL each page in each language, width and reading; otherwise every pair of these occurs.
 */

test.use({ clock: 'still', javaScriptEnabled: false, bypassCSP: true })

/** Pages of the demonstration's investor by their addresses. */
const investorStates = [
  '/cabinet?of=income',
  '/cabinet/operations?from=2026-01-01&to=2026-01-31',
  '/cabinet/operations?from=2026-02-01&to=2026-01-31',
  '/cabinet/referrals?search=nobody-at-all',
]
const emptyLists = [
  ...['/cabinet', '/cabinet/top-up', '/cabinet/operations', '/cabinet/deposits', '/cabinet/deposits/new'],
  ...['/cabinet/withdrawals', '/cabinet/referrals', '/cabinet/notifications'],
]
const reviewedForms: { path: string; values: Record<string, string>; wrong: Record<string, string> }[] = [
  {
    path: '/cabinet/deposits/new',
    values: { planId: 'breeze', currency: 'USDT', amount: '300' },
    wrong: { amount: '0.1' },
  },
  {
    path: '/cabinet/withdrawals/new',
    values: { system: 'usdt-trc20', wallet: tronWallet, amount: '200' },
    wrong: { wallet: 'nowhere', amount: '-1' },
  },
  {
    path: '/cabinet/exchange',
    values: { from: 'USDT', to: 'BTC', amount: '100' },
    wrong: { from: 'USDT', to: 'USDT', amount: '1' },
  },
  { path: '/cabinet/subscription', values: { optionId: 'month' }, wrong: {} },
]

interface Reading {
  lng: Language
  width: number
  reader: Reader
}

const readings: Reading[] = (['text at 200 %', 'text spacing'] as const).flatMap((reader) =>
  [320, 1280].flatMap((width) => (['ru', 'en'] as const).map((lng) => ({ lng, width, reader }))),
)
/** Those of one page: all of them, or two that differ in everything, in turns. */
const readingsOf = (turn: number): Reading[] =>
  isFull ? readings : [readings[turn % 4], readings[7 - (turn % 4)]].filter((one) => one !== undefined)

for (const { area, who, isOne } of areas)
  test(`${area} keeps its text at 200 % and with wide spacing`, async ({ page, stack }) => {
    if (who) await signIn(page, who)
    const addresses = [...(await addressesOf(page, isOne)), ...(who === demoInvestor ? investorStates : [])]
    expect(addresses.length).toBeGreaterThan(15)
    const lost: string[] = []
    for (const [turn, address] of addresses.entries()) {
      const visit = () => openExactly(page, address)
      lost.push(...(await lostInTurn(page, stack, { turn, name: address, open: visit })))
    }
    expect(lost).toEqual([])
  })

test('pages that are there after something has been done keep their text at 200 % and with wide spacing', async ({
  page,
  stack,
}) => {
  const lost: string[] = []
  let turn = 0
  await eachPrepared(page, stack, async (address) => {
    const visit = () => openExactly(page, address)
    lost.push(...(await lostInTurn(page, stack, { turn, name: address, open: visit })))
    turn += 1
  })
  expect(lost).toEqual([])
})

test('errors, review pages and an empty account keep their text at 200 % and with wide spacing', async ({
  page,
  stack,
}) => {
  const lost: string[] = []
  let turn = 0
  const visit = async (name: string, open: () => Promise<string[]>) => {
    lost.push(...(await lostInTurn(page, stack, { turn, name, open })))
    turn += 1
  }
  /** Sends a form filled in like this; without scripts its answer is a document. */
  const answered = (path: string, values: Record<string, string>, button: string) => async () => {
    await page.goto(path)
    await fillIn(page, values)
    await send(page, button)
    await expect(page.locator('main [role=alert], main [name=figures]').first()).toBeAttached()
    return []
  }
  await visit('/no-such-page', () => openExactly(page, '/no-such-page', 404))
  await visit('/login', answered('/login', { login: 'nobody-here', password: 'wrong' }, 'password'))
  await visit('/register', answered('/register', { login: 'x', email: 'nobody' }, 'passwordRepeat'))

  await signIn(page, await newInvestor(stack.backendUrl))
  for (const path of emptyLists) await visit(`${path}, empty`, () => openExactly(page, path))
  await visit('/cabinet/no-such-page', () => openExactly(page, '/cabinet/no-such-page', 404))

  await page.context().clearCookies()
  await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
  for (const { path, values, wrong } of reviewedForms) {
    const button = Object.keys(values).at(-1) ?? ''
    await visit(`${path}, refused`, answered(path, wrong, button))
    await visit(`${path}, reviewed`, answered(path, values, button))
  }
  expect(lost).toEqual([])
})

test('a text that is cut off, beside or below, or sticks out of its box is found', async ({ page }) => {
  await page.setContent(`
    <style>div { width: 60px; white-space: nowrap; font: 16px sans-serif }</style>
    <div>Within</div>
    <div>Sticking out by itself</div>
    <div>In <b><i>a line of elements</i></b></div>
    <div style="overflow: hidden">Cut off beside it</div>
    <div style="overflow: hidden; height: 20px">One<br>Two<br>Three</div>`)
  expect(await lostText(page, 'as it is')).toEqual([
    'sticks out: Sticking out by itself',
    'sticks out: a line of elements',
    'sticks out: Cut off beside it',
    'is cut: Cut off beside it',
    expect.stringMatching(/^is cut below: One/),
  ])
})

test('a page that leads elsewhere, and one that is not there, are found', async ({ page, stack }) => {
  const open = (address: string) => () => openExactly(page, address)
  const lostAt = (address: string) => lostInTurn(page, stack, { turn: 0, name: address, open: open(address) })
  expect(await lostAt('/cabinet/exchange')).toContain(
    '/cabinet/exchange leads to /login?redirectTo=%2Fcabinet%2Fexchange',
  )
  expect(await lostAt('/news/no-such-news')).toContain('/news/no-such-news is answered by 404')
})

/** What is lost of a page, in the readings of its turn. @param options.open returns what keeps it from being that page */
async function lostInTurn(
  page: Page,
  stack: { url: string },
  { turn, name, open }: { turn: number; name: string; open: () => Promise<string[]> },
): Promise<string[]> {
  const lost: string[] = []
  for (const { lng, width, reader } of readingsOf(turn)) {
    await page.context().addCookies([{ name: 'lng', value: lng, url: stack.url }])
    await page.setViewportSize({ width, height: 800 })
    lost.push(...(await open()))
    for (const text of await lostText(page, reader))
      lost.push(`${name}, ${lng}, ${width} px, ${reader}: ${text}`)
  }
  return lost
}

/** Every pair of language, width and reading. */
const pairs = readings.filter((_, at) => [0, 3, 5, 6].includes(at))

for (const { lng, width, reader } of isFull ? readings : pairs)
  test.describe(`in ${lng} at ${width} px with ${reader}`, () => {
    test.use({ lng, viewport: { width, height: 640 }, javaScriptEnabled: true })

    const isLarge = reader === 'text at 200 %'
    if (isLarge && width < 1000)
      test("a phone's bottom bar opens to all pages", async ({ page, say }) => {
        await signIn(page, demoInvestor)
        await load(page, '/cabinet/operations')
        await lostText(page, reader)
        const bar = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
        await expect(bar.getByRole('link')).toHaveCount(0)
        await bar.locator('summary').click()
        for (const place of ['dashboard', 'topUp', 'deposits', 'withdrawals', 'operations', 'settings'])
          await bar.getByRole('link', { name: say(`common:navigation.${place}`) }).click({ trial: true })
        await bar.getByRole('link', { name: say('common:navigation.deposits') }).click()
        await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.title'))
        await expect(bar.getByRole('link')).toHaveCount(0)
      })

    test('what opens over a page is whole, and all of it can be reached', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await topUp(investor, '0.1', 'btc')
      await saveWallet(investor)
      const payment = await newPayment(investor, '200')
      await sendMailing(stack, `<p>${'The tide turns, '.repeat(40)}</p>`)
      await signIn(page, investor)

      const lost: string[] = []
      const open = async (path: string, opener: Locator, opened: Locator) => {
        await Promise.all([connected(page), load(page, path)])
        await lostText(page, reader)
        await opener.click()
        await opened.waitFor()
        const {
          x,
          y,
          width: wide,
          height,
        } = (await opened.boundingBox()) ?? { x: -1, y: -1, width, height: 0 }
        if (x < 0 || y < 0 || x + wide > width || y + height > 640)
          lost.push(`${path}: ${wide} × ${height} at ${x}, ${y}`)
        for (const text of await lostText(page, reader)) lost.push(`${path}: ${text}`)
        for (const control of await opened.locator('a, button, [role=menuitem]').all())
          await control.click({ trial: true })
      }
      const header = page.getByRole('banner')
      const accounts = page.getByRole('region', { name: say('cabinet:layout.accounts') })
      const bell = page.getByRole('navigation', { name: say('common:navigation.notifications') })
      await open('/cabinet/operations', accounts.locator('summary'), page.getByRole('dialog'))
      await open('/cabinet/operations', bell.getByRole('link'), page.getByRole('dialog'))
      await open('/cabinet/notifications', page.locator('main li a').first(), page.getByRole('dialog'))
      const cancel = page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') })
      await open(`/cabinet/withdrawals/${payment}`, cancel, page.getByRole('alertdialog'))
      if (width > 1000) await open('/cabinet/operations', header.locator('summary'), page.getByRole('menu'))
      else {
        const bar = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
        const sheet = bar.locator('details[open]')
        await open('/cabinet/operations', bar.locator('summary'), isLarge ? bar : sheet)
      }
      expect(lost).toEqual([])
    })
  })
