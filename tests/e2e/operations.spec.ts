import { readFile } from 'node:fs/promises'
import { newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Stack } from '../support/stack'
import { demoInvestor, signIn } from '../support/steps'
import { signedIn } from '../support/visitor'

/** The statement by HTML alone: rows and sums to the last digit, filters in the address. */

/** 700 topped up, 300 of it put into a deposit. */
async function investorWithDeposit(stack: Stack) {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  const visitor = await signedIn(stack.url, investor, 'en')
  return { investor, visitor }
}

test('each account that was touched has its row, its sum and what was left after it', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const { text } = await visitor.visit('/cabinet/operations')
  // opening 0 + in 700 − out 300 = closing 400 on the balance; 0 + 300 − 0 = 300 in deposits
  expect(text).toContain('USDT, Balance 0.00 USDT 700.00 USDT 300.00 USDT 400.00 USDT')
  expect(text).toContain('USDT, In deposits 0.00 USDT 300.00 USDT 0.00 USDT 300.00 USDT')
  expect(text).toContain('1–3 of 3. That is all')
})

test('a day of income is one row more', async ({ stack }) => {
  const { investor, visitor } = await investorWithDeposit(stack)
  await investor.ask('POST', '/ext/demo/clock', { days: 1 })
  const { text } = await visitor.visit('/cabinet/operations?type=accrual')
  // 300 × 1.11 / 100 = 3.33, on a balance of 400
  expect(text).toMatch(/\+\s?3\.33 USDT 403\.33 USDT/)
  expect(text).toContain('1–1 of 1')
})

test('filters stand in the address and in their fields', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?account=balance_dep&currency=USDT')
  expect(page.text).toContain('1–1 of 1')
  expect(page.html).toMatch(/<option value="balance_dep" selected="">/)
  expect((await visitor.visit('/cabinet/operations?type=bonus')).text).toContain('Nothing fits these filters')
  expect((await visitor.visit('/cabinet/operations?type=gift&page=-1')).text).toContain('1–3 of 3')
})

test('a month is one press away, of the page and of the file, and keeps the other filters', async ({
  stack,
}) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?account=balance')
  const months = [
    ...page.html.matchAll(/href="([^"]*from=(\d{4}-\d{2})-01&amp;to=[^"]*)"[^>]*>(\w+ \d{4})</g),
  ]
  expect(months).toHaveLength(3)
  const [present, before] = months.map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const shown = await visitor.visit(present ?? '')
  expect(shown.text).toContain('Download 2 operations as CSV')
  expect(shown.url.searchParams.get('account')).toBe('balance')
  expect(shown.html).toMatch(/aria-current="page"[^>]*>\w+ \d{4}</)
  const earlier = await visitor.visit(before ?? '')
  expect(earlier.text).toContain('Nothing fits these filters')
  expect(earlier.text).not.toContain('as CSV')
})

test('what does not fit a page is put on one, to print, with its filters kept', async ({ stack }) => {
  const visitor = await signedIn(
    stack.url,
    { login: demoInvestor.login, password: demoInvestor.password },
    'en',
  )
  const page = await visitor.visit('/cabinet/operations?type=accrual')
  const [, all = ''] = /Show ([\d,]+) on one page, to print/.exec(page.text) ?? []
  expect(Number(all.replace(',', ''))).toBeGreaterThan(20)
  const [, href = ''] = /href="([^"]*limit=1000[^"]*)"/.exec(page.html) ?? []
  const sheet = await visitor.visit(href.replaceAll('&amp;', '&'))
  expect(sheet.text).toContain(`1–${all} of ${all}. That is all`)
  expect(sheet.url.searchParams.get('type')).toBe('accrual')
  expect(sheet.text).not.toContain('to print')
})

test('a first day after the last one is said at the field', async ({ stack }) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations?from=2026-02-01&to=2026-01-01')
  expect(page.status).toBe(200)
  expect(page.text).toContain('The first day is later than the last one')
  expect(page.html).toMatch(/name="to"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="to"/)
})

test('who has done nothing yet is told how it begins', async ({ stack }) => {
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  const { text } = await visitor.visit('/cabinet/operations?lng=ru')
  expect(text).toContain('Операций пока нет')
  expect(text).not.toContain('Итог')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('the filters fold away on a phone until they are wanted, and stand open elsewhere', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      const type = page.locator('select[name=type]')
      const word = page.locator('summary', { hasText: say('common:list.filters') })

      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto('/cabinet/operations')
      await expect(type).toBeVisible()
      await expect(word).toBeHidden()

      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/cabinet/operations')
      await expect(type).toBeHidden()
      await word.click()
      await type.selectOption('refill')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(page).toHaveURL(/type=refill/)
      await expect(type).toBeVisible()
      await expect(type).toHaveValue('refill')
    })
  })
}

for (const { lng, javaScriptEnabled, row } of [
  { lng: 'ru', javaScriptEnabled: false, row: /^[\d-]+ [\d:]+;Открытие депозита;Баланс;USDT;-300;400;/ },
  { lng: 'en', javaScriptEnabled: true, row: /^[\d-]+ [\d:]+,Deposit opened,Balance,USDT,-300,400,/ },
] as const) {
  test.describe(`in ${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled })

    test('what the filters show is downloaded, as a spreadsheet of the language wants it', async ({
      page,
      say,
      stack,
    }) => {
      const { investor } = await investorWithDeposit(stack)
      await signIn(page, investor)
      await page.goto('/cabinet/operations?account=balance&type=deposit_open')
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: say('cabinet:operations.csv.download_one', { rows: 1 }) }).click()
      const file = await readFile(await (await downloading).path(), 'utf8')
      const lines = file.split('\r\n')
      expect(lines[0]).toMatch(/^\uFEFF/)
      expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(1)
      expect(lines).toContainEqual(expect.stringMatching(row))
    })

    test('on paper the page is a statement: whose, of which days, without a control', async ({
      page,
      say,
      stack,
    }) => {
      const { investor } = await investorWithDeposit(stack)
      await signIn(page, investor)
      await page.goto('/cabinet/operations?currency=USDT&from=2026-01-01')
      const head = page.locator('main dl', { hasText: investor.login })
      await expect(head).toBeHidden()
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 700, height: 1000 })
      await expect(head).toContainText('USDT')
      await expect(page.getByRole('button')).toHaveCount(0)
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(
        page.getByRole('columnheader', { name: say('cabinet:operations.balanceAfter') }),
      ).toBeVisible()
    })
  })
}

test('the file of an address that nobody could mean leads back to the page that says so', async ({
  stack,
}) => {
  const { visitor } = await investorWithDeposit(stack)
  const page = await visitor.visit('/cabinet/operations.csv?from=2026-02-01&to=2026-01-01')
  expect(page.url.pathname).toBe('/cabinet/operations')
  expect(page.text).toContain('The first day is later than the last one')
})
