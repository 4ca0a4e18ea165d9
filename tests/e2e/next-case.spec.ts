import { type Page } from '@playwright/test'
import { expect, test } from '../support/faulty-journey'
import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { fillInDocuments, send, signIn } from '../support/steps'

/** The next case is fetched before it is asked for, and shown without another wait. */

const next = 'main a[rel=next]'
const idIn = (href: string | null) => href!.split('/').at(-1)!

/** How the browser got the page that it shows: empty if it waited for it. */
const deliveryOf = (page: Page) =>
  page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as unknown as { deliveryType: string }).deliveryType,
  )

test('after a decision the next case is there, also when it could not be read by then', async ({
  page,
  stack,
  say,
}) => {
  const { login, ask } = await newInvestor(stack.backendUrl, { usdt: '300' })
  for (const amount of ['51', '52', '53'])
    await ask('POST', '/funds/payments', { system: 'usdt-trc20', amount, wallet: tronWallet })
  await signIn(page, demoOperator)
  await page.goto(`/operator/withdrawals?search=${login}`)
  await page.locator('main tbody a').first().click()
  const reads = (id: string) => stack.faulty.reached.filter((call) => call.endsWith(`/payments/${id}`)).length
  const count = page.locator('nav a[href="/operator/withdrawals"] [data-fresh]').first()
  const before = Number(await count.textContent())

  const second = idIn(await page.locator(next).getAttribute('href'))
  await expect.poll(() => reads(second)).toBe(1)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.locator('#confirm')).toBeVisible()
  await expect.poll(() => reads(second)).toBe(2)
  stack.faulty.fail('answers 503 in words', { method: 'GET', path: new RegExp(`/payments/${second}$`) })
  await page.keyboard.press('y')
  await expect(page).toHaveURL(new RegExp(`/operator/withdrawals/${second}$`))
  await expect(page.locator('form#decision')).toBeVisible()
  expect(await deliveryOf(page)).toBe('navigational-prefetch')
  stack.faulty.heal()

  // Its parts that were of the past are brought up to date: what has been done, and what still waits.
  const third = idIn(await page.locator(next).getAttribute('href'))
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.locator('#confirm')).toBeVisible()
  await expect.poll(() => reads(third)).toBeGreaterThan(1)
  await page.keyboard.press('y')
  await expect(page).toHaveURL(new RegExp(`/operator/withdrawals/${third}$`))
  await expect(page.getByText(say('flash:caseDecided'))).toBeVisible()
  await expect(count).toHaveText(String(before - 2))
  expect(await deliveryOf(page)).toBe('navigational-prefetch')
})

test('documents of the next case count as looked at when they are looked at', async ({ page, stack }) => {
  for (let made = 0; made < 2; made++) {
    await signIn(page, await newInvestor(stack.backendUrl))
    await page.goto('/cabinet/settings/verification')
    await fillInDocuments(page)
    await send(page, 'documentNumber')
    await expect(page.locator('main [name=documentNumber]')).toHaveCount(0)
    await page.context().clearCookies({ name: /sid/ })
  }
  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  const records = async () => {
    const { items } = (await ask('GET', '/ext/operator/audit?limit=100')) as {
      items: { id: string; action: string; subject: { id: string } }[]
    }
    return items
  }
  await signIn(page, demoOperator)
  await page.goto('/operator/verifications')
  await page.locator('main tbody a').first().click()
  const second = idIn(await page.locator(next).getAttribute('href'))
  await expect
    .poll(() => stack.faulty.reached.filter((call) => call.endsWith(`/verifications/${second}`)).length)
    .toBe(1)
  const { verification } = (await ask('GET', `/ext/operator/verifications/${second}`)) as {
    verification: { documents: { id: string }[] }
  }
  const documents = verification.documents.map(({ id }) => id)
  expect(documents.length).toBeGreaterThan(1)
  const recorded = (list: Awaited<ReturnType<typeof records>>) =>
    list.filter(({ subject }) => [second, ...documents].includes(subject.id)).map(({ action }) => action)
  expect(recorded(await records())).toEqual([])

  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`/operator/verifications/${second}$`))
  expect(await deliveryOf(page)).toBe('navigational-prefetch')
  await page.locator('main img').first().scrollIntoViewIfNeeded()
  await expect.poll(async () => recorded(await records())).toContain('document.look')
})
