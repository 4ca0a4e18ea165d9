import { mkdirSync, rmSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { tsImport } from 'tsx/esm/api'

/**
 * `npm run screenshots [words…]`: looks at the pages of a product that runs at BASE_URL (http://localhost:3000) as a
 * designer would: each page, state, language, width and theme as a picture in `screenshots/`, with what axe finds and
 * what sticks out sideways printed beside it. Words choose pages by name; `--full` takes every combination instead of
 * the two that differ most.
 */
const { findChromium, chromiumArguments } = await tsImport('./support/chromium.ts', import.meta.url)

const base = process.env.BASE_URL ?? 'http://localhost:3000'
const folder = 'screenshots'
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isFull = process.argv.includes('--full')

const looks = (isFull ? ['ru', 'en'] : [null]).flatMap((chosen) =>
  [360, 1280].flatMap((width) =>
    (isFull ? ['light', 'dark'] : [null]).map((theme) => ({
      width,
      language: chosen ?? (width === 360 ? 'ru' : 'en'),
      theme: theme ?? (width === 360 ? 'light' : 'dark'),
    })),
  ),
)

/** Name, address or the way to it, and who looks. */
const pages = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'investors', path: '/investors' },
  { name: 'faq', path: '/faq' },
  { name: 'contacts', path: '/contacts' },
  { name: 'contacts-failed', path: '/contacts', act: (page) => submit(page) },
  { name: 'contacts-sent', path: '/contacts/sent' },
  { name: 'team', path: '/team' },
  { name: 'vacancies', path: '/vacancies' },
  { name: 'news', path: '/news' },
  { name: 'subscribe', path: '/subscribe' },
  { name: 'privacy', path: '/privacy' },
  { name: 'calculator-failed', path: '/?amount=1' },
  { name: 'calculator-coin', path: '/?plan=tsunami&coin=ETH&unit=sec' },
  { name: 'risk', path: '/risk' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login', path: '/login' },
  { name: 'login-failed', path: '/login', act: (page) => submit(page) },
  { name: 'register', path: '/register/investor' },
  { name: 'register-failed', path: '/register', act: (page) => submit(page) },
  { name: 'phone', path: '/register', act: (page) => registered(page) },
  { name: 'phone-failed', path: '/register', act: (page) => wrongCode(page) },
  { name: 'dashboard', path: '/cabinet', signedIn: true },
  { name: 'clock-failed', path: '/demo/clock', signedIn: true, act: (page) => clockFailed(page) },
  { name: 'top-up', path: '/cabinet/top-up', signedIn: true },
  { name: 'top-up-failed', path: '/cabinet/top-up', signedIn: true, act: (page) => submit(page) },
  { name: 'top-up-one', path: '/cabinet/top-up', signedIn: true, act: (page) => firstRow(page) },
  { name: 'operations', path: '/cabinet/operations', signedIn: true },
  { name: 'deposits', path: '/cabinet/deposits', signedIn: true },
  { name: 'deposit-new', path: '/cabinet/deposits/new', signedIn: true },
  { name: 'deposit-new-failed', path: '/cabinet/deposits/new', signedIn: true, act: (page) => submit(page) },
  { name: 'deposit-check', path: '/cabinet/deposits/new', signedIn: true, act: (page) => depositCheck(page) },
  { name: 'deposit-one', path: '/cabinet/deposits', signedIn: true, act: (page) => firstRow(page) },
  { name: 'deposit-close', path: '/cabinet/deposits', signedIn: true, act: (page) => closing(page) },
  { name: 'withdrawals', path: '/cabinet/withdrawals', signedIn: true },
  { name: 'withdrawal-new', path: '/cabinet/withdrawals/new', signedIn: true },
  {
    name: 'withdrawal-new-failed',
    path: '/cabinet/withdrawals/new',
    signedIn: true,
    act: (page) => submit(page),
  },
  {
    name: 'withdrawal-check',
    path: '/cabinet/withdrawals/new',
    signedIn: true,
    act: (page) => withdrawalCheck(page),
  },
  { name: 'withdrawal-one', path: '/cabinet/withdrawals', signedIn: true, act: (page) => firstRow(page) },
]

const submit = async (page) => {
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('[role=alert]').waitFor()
}

const firstRow = async (page) => {
  await page.locator('main tbody a, main li a').first().click()
  await page.waitForURL((url) => url.pathname.split('/').length > 3)
  await page.waitForLoadState('networkidle')
}

const registered = async (page) => {
  const number = String(Date.now()).slice(-7)
  const person = { login: `kai-${number}`, email: `kai-${number}@example.org`, phone: `+3706${number}` }
  for (const [name, value] of Object.entries(person)) await page.fill(`input[name=${name}]`, value)
  for (const name of ['password', 'passwordRepeat']) await page.fill(`input[name=${name}]`, 'Low-tide-at-7')
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(/phone/)
}

const wrongCode = async (page) => {
  await registered(page)
  await page.fill('input[name=code]', '123456')
  await page.locator('main form:has([name=code]) button[type=submit]').click()
  await page.locator('[role=alert]').waitFor()
}

/** The first deposit of the list that its page lets close. */
const closing = async (page) => {
  const rows = await page.locator('main tbody a').evaluateAll((links) => links.map(({ href }) => href))
  for (const href of rows) {
    await page.goto(href)
    const way = page.locator('main a[href$="/close"]')
    if ((await way.count()) === 0) continue
    await way.first().click()
    return page.locator('main form').first().waitFor()
  }
  throw new Error('no deposit can be closed')
}

const clockFailed = async (page) => {
  await page.fill('#clock-days', '900')
  await page.locator('form#clock button').click()
  await page.locator('[role=alert]').waitFor()
}

const depositCheck = async (page) => {
  await page.locator('input[name=planId]').first().check()
  await page.locator('input[name=amount]').fill('300')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=amount]').first().waitFor({ state: 'attached' })
}

const withdrawalCheck = async (page) => {
  await page.locator('input[name=system]').first().check()
  await page.locator('input[name=amount]').fill('50')
  await page.locator('input[name=wallet]').fill('TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=amount]').first().waitFor({ state: 'attached' })
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium()?.path, args: chromiumArguments })
const chosen = pages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const storageState = chosen.some(({ signedIn }) => signedIn) ? await signIn() : undefined
let findings = 0
for (const look of looks) for (const page of chosen) await picture(page, look)
await browser.close()
console.log(findings === 0 ? 'nothing found' : `${findings} findings`)
process.exitCode = findings === 0 ? 0 : 1

async function signIn() {
  const context = await browser.newContext({ baseURL: base })
  const page = await context.newPage()
  await page.goto('/login')
  await page.fill('input[name=login]', 'investor')
  await page.fill('input[name=password]', 'Demo-investor-1')
  await page.click('main button[type=submit]')
  await page.waitForURL(/cabinet/)
  const state = await context.storageState()
  await context.close()
  return state
}

async function picture({ name, path, signedIn, act }, { language, width, theme }) {
  const label = `${name}-${language}-${width}-${theme}`
  const context = await browser.newContext({
    baseURL: base,
    viewport: { width, height: width === 360 ? 780 : 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(signedIn && { storageState }),
  })
  await context.addCookies([{ name: 'lng', value: language, url: base }])
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4/.test(message.text())) report(label, message.text())
  })
  page.on('pageerror', (error) => report(label, error.message))
  try {
    await page.goto(path, { waitUntil: 'networkidle' })
    await act?.(page)
    await page.screenshot({ path: `${folder}/${label}.png`, fullPage: true })
    await inspect(page, label)
  } catch (error) {
    report(label, String(error).split('\n')[0])
  }
  await context.close()
}

async function inspect(page, label) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  for (const { id, nodes } of violations) {
    report(label, `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? scrollWidth - clientWidth : 0
  })
  if (sideways > 0) report(label, `${sideways} px wider than the screen`)
}

function report(label, text) {
  findings += 1
  console.log(`${label}: ${text}`)
}
