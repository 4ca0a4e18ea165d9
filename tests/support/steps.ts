import { type Locator, type Page, expect } from '@playwright/test'
import { fileBytes } from './files'
import { type Investor, type Person, currentPassword, demoCode, newInvestor } from './investor'
import { stepUp } from './step-up'
import { openVisitor } from './visitor'

/** Steps that many journeys share. */

/** Opens what a part of the page is folded into, as its reader would; where there is room, what is folded on a phone is open. */
export async function unfold(part: Locator): Promise<void> {
  const title = part.locator('xpath=ancestor::details[not(@open)][1]/summary')
  if (await title.isVisible()) await title.click()
}

export async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]:not([type=hidden])`)
    await unfold(field.first())
    const kind = await field.first().evaluate((node) => `${node.nodeName} ${node.getAttribute('type') ?? ''}`)
    if (kind.startsWith('SELECT')) await field.selectOption(value)
    else if (kind === 'INPUT radio') await page.locator(`main [name="${name}"][value="${value}"]`).check()
    else await field.fill(value)
  }
}

/** The documents of a verification, as its form requires them. */
export async function fillInDocuments(page: Page): Promise<void> {
  const said = { fullName: 'Kai Marsh', birthDate: '1990-02-03', maritalStatus: 'single' }
  await fillIn(page, { ...said, documentNumber: 'LT 12345678' })
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: fileBytes('jpg') }
  for (const name of ['photoDocument', 'photoLogin', 'photoWallet'])
    await page.locator(`main input[name=${name}]`).setInputFiles(photo)
}

/** Presses the submit button of the form around a field. */
export async function send(page: Page, field: string): Promise<void> {
  await page.locator(`main form:has([name="${field}"]) button[type=submit]`).first().click()
}

/**
 * Waits until the page is hydrated: before that a press is handled by the browser (`app/entry.client.tsx`),
 * and no timer of the page runs. A page is hydrated at once, so when events work, its timers run too.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    let isReceived = false
    const onDragEnd = () => (isReceived = true)
    document.addEventListener('dragend', onDragEnd, { capture: true, once: true })
    document.body?.dispatchEvent(new Event('dragend', { bubbles: true }))
    document.removeEventListener('dragend', onDragEnd, true)
    return '__remixRouter' in window && isReceived
  })
}

/** Opens a page. @returns what is wrong where another one is shown at its address, or none */
export async function openExactly(page: Page, address: string, status = 200): Promise<string[]> {
  const answer = await page.goto(address)
  const { pathname, search } = new URL(page.url())
  const shown = pathname + search
  return [
    ...(shown === address ? [] : [`${address} leads to ${shown}`]),
    ...(answer?.status() === status ? [] : [`${address} is answered by ${answer?.status()}`]),
  ]
}

/** Opens a page of the cabinet and waits until it is hydrated. */
export async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await takenOver(page)
}

/**
 * Waits until a page of the cabinet that is being loaded gets notifications as they come: once its socket is connected, it
 * reads the list. Until then a press on the bell or on a notification opens a page and nothing over this one.
 */
export const connected = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/cabinet/notifications.json'))

/**
 * Installs a clock of the page's own, and keeps its socket out: moved ahead, the page would take the connection for dead, and a new
 * one fetches the page's data from the server, whose clock stays where it is.
 */
export async function installClock(page: Page): Promise<void> {
  await page.routeWebSocket(/./, () => {})
  await page.clock.install()
}

/** Signs out by the menu of the account, on a wide page; in words of any language. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.locator('header summary')
  const form = page.locator('header form[action="/logout"] button')
  await menu.click()
  // With scripts the menu comes over the page, without them the fold opens.
  const choice = page.getByRole('menuitem').last()
  await choice.or(form).filter({ visible: true }).first().click()
}

/** Confirms a review page, once all of that page has loaded. */
export async function confirm(page: Page): Promise<void> {
  const button = page.locator('#confirm button[type=submit]')
  await button.waitFor()
  await page.waitForLoadState()
  await button.click()
}

/**
 * Confirms a withdrawal, types the password that its page then asks for, and the code that is sent after it; the last
 * confirmation is left to the test.
 */
export async function typePasswordAndCode(page: Page, password = currentPassword): Promise<void> {
  const confirm = page.locator('#confirm button[type=submit]')
  await confirm.waitFor()
  await page.waitForLoadState()
  await confirm.click()
  await page.locator('#confirm [name=currentPassword]').fill(password)
  await confirm.click()
  await page.locator('#confirm [name=stepUpCode]').fill(demoCode)
}

/** Steps the browser's session up: for five minutes no form asks for the password or a code. */
export async function stepUpIn(page: Page, base: string, password?: string): Promise<void> {
  const cookies = await page.context().cookies(base)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await stepUp(openVisitor(base, 'en', { cookie }), password)
}

/** Signs in without opening a page: the browser gets the session's cookie, which the next page uses. */
export async function signIn(
  page: Page,
  { login, password }: Pick<Person, 'login' | 'password'>,
): Promise<void> {
  const answer = await page.request.post('/login', {
    form: { login, password },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  expect(answer.status(), `${login} signs in`).toBe(303)
}

/** Signs in and opens the overview. */
export async function enterCabinet(page: Page, who: Pick<Person, 'login' | 'password'>): Promise<void> {
  await signIn(page, who)
  await page.goto('/cabinet')
}

/** A new investor who has signed in and opened a page. @param usdt the balance, as a decimal string */
export async function investorAt(
  page: Page,
  stack: { backendUrl: string },
  path: string,
  { usdt }: { usdt?: string } = {},
): Promise<Investor> {
  const investor = await newInvestor(stack.backendUrl, { usdt })
  await signIn(page, investor)
  await page.goto(path)
  return investor
}

/** Signs in by the sign-in form. */
export async function signInByForm(
  page: Page,
  { login, password }: Pick<Person, 'login' | 'password'>,
): Promise<void> {
  await page.goto('/login')
  await fillIn(page, { login, password })
  await send(page, 'password')
  await expect(page).toHaveURL(/\/cabinet$/)
}

/** Matches a whole amount: 3.33 does not match 403.33, nor 1.00 1.005. */
export function figure(text: string): RegExp {
  return new RegExp(`(?<![\\d.,])${escaped(text).replace(/ /g, '\\s')}(?![\\d])`)
}

/** The value of a fact of the page, or of a dialog over it, by its whole term. */
export function fact(page: Page, term: string, within = 'main'): Locator {
  const name = page.locator('dt', { hasText: new RegExp(`^\\s*${escaped(term)}\\s*$`) })
  return page.locator(`${within} dl > div`, { has: name }).locator('dd')
}

/**
 * The texts under these column heads in each row of a section's table, from the first row to the last, with
 * single spaces.
 * @param section the id of its heading
 */
export function rowsOf(page: Page, section: string, heads: string[]): Promise<string[][]> {
  return page
    .locator(`main section:is([aria-labelledby="${section}"], :has(> * > #${section})) table`)
    .evaluate((table, wanted) => {
      const text = (cell: Element) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
      const all = [...table.querySelectorAll('thead th')].map(text)
      const places = wanted.map((head) => all.indexOf(head))
      return [...table.querySelectorAll('tbody tr:not(:has(> [scope=rowgroup]))')].map((row) =>
        places.map((place) => (row.children[place] ? text(row.children[place]) : 'no such column')),
      )
    }, heads)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
