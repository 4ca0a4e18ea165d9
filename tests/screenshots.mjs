import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { chromium } from '@playwright/test'
import { tsImport } from 'tsx/esm/api'

/**
 * `npm run screenshots [words…]`: a contact sheet of a product that runs at BASE_URL (http://localhost:3000, with the
 * demonstration's data; RATE_LIMIT_FACTOR=100 lets it register as many accounts as it needs), for a review by eye. Every
 * page of the tree, and the states below, in each language, width and theme, is saved in `screenshots/`;
 * `screenshots/index.html` shows them side by side. Horizontal overflow and errors of the console are printed. Words
 * select pages by name; `--quick` takes the two most different variants instead of all eight; `--axe` also prints axe's
 * findings, which takes several times as long.
 */
const { findChromium, chromiumArguments } = await tsImport('./support/chromium.ts', import.meta.url)
const { authenticator } = await tsImport('./support/totp.ts', import.meta.url)
const { pageAddresses } = await tsImport('./support/routes.ts', import.meta.url)

const base = process.env.BASE_URL ?? 'http://localhost:3000'
const folder = 'screenshots'
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isQuick = process.argv.includes('--quick')
const hasAxe = process.argv.includes('--axe')

const languages = ['ru', 'en']
const appearances = [360, 1280].flatMap((width) => ['light', 'dark'].map((theme) => ({ width, theme })))
/** The most different ones differ in everything. */
const appearancesOf = (language) =>
  appearances.filter(
    ({ width, theme }) =>
      !isQuick || (language === 'ru' ? width === 360 && theme === 'light' : width > 360 && theme === 'dark'),
  )
/** Pages that are taken at once: one waits for its answer while another is drawn. */
const atOnce = 4

/** The kind of visitor who may see an address. */
const roles = { cabinet: 'investor', operator: 'operator', demo: 'investor' }
const roleOf = (path) => roles[path.split('/')[1]]

/** Addresses without a page of their own: they redirect, or have no entry in the demonstration. */
const leftOut = ['/_app', '/language', '/phone', '/login/telegram', '/cabinet/submissions/:ticket']

/** Pages that an action leads to, and states that have no address of their own. */
const states = [
  { name: 'calculator-failed', path: '/?amount=1' },
  { name: 'calculator-by-month', path: '/?plan=tsunami&coin=ETH&unit=sec&by=month' },
  { name: 'contacts-failed', path: '/contacts', act: (page) => submit(page) },
  { name: 'vacancy-failed', path: '/vacancies/lawyer', act: (page) => submit(page) },
  { name: 'subscribe-failed', path: '/subscribe', act: (page) => submit(page) },
  { name: 'subscribed', path: '/subscribe?sent=1' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login-failed', path: '/login', act: (page) => submit(page) },
  { name: 'register-invited', path: '/register/investor' },
  { name: 'register-failed', path: '/register', act: (page) => submit(page) },
  { name: 'phone', path: '/register', act: (page) => registered(page) },
  { name: 'phone-failed', path: '/register', act: (page) => wrongCode(page) },
  { name: 'demo-clock-failed', path: '/demo/clock', act: (page) => clockFailed(page) },
  { name: 'cabinet-not-found', path: '/cabinet/deposits/no-such-deposit' },
  { name: 'cabinet-referrals-none-found', path: '/cabinet/referrals?search=nobody-at-all' },
  { name: 'cabinet-top-up-failed', path: '/cabinet/top-up', act: (page) => submit(page) },
  { name: 'cabinet-deposits-new-failed', path: '/cabinet/deposits/new', act: (page) => submit(page) },
  { name: 'cabinet-deposits-check', path: '/cabinet/deposits/new', act: (page) => depositReview(page) },
  { name: 'cabinet-deposits-close', path: '/cabinet/deposits', act: (page) => closing(page) },
  { name: 'cabinet-withdrawals-new-failed', path: '/cabinet/withdrawals/new', act: (page) => submit(page) },
  {
    name: 'cabinet-settings-verification-failed',
    path: '/cabinet/settings/verification',
    act: (page) => submit(page),
  },
  {
    name: 'cabinet-withdrawals-check',
    path: '/cabinet/withdrawals/new',
    act: (page) => withdrawalReview(page),
  },
  {
    name: 'cabinet-withdrawals-password',
    path: '/cabinet/withdrawals/new',
    // A session that has given its password and a code is not asked again.
    isNewSession: true,
    act: (page) => withdrawalPassword(page),
  },
  {
    name: 'cabinet-withdrawals-code',
    path: '/cabinet/withdrawals/new',
    isNewSession: true,
    act: (page) => withdrawalCode(page),
  },
  { name: 'cabinet-deposits-prospect', path: '/cabinet/deposits/new?currency=USDT&amount=6000' },
  { name: 'cabinet-exchange-failed', path: '/cabinet/exchange', act: (page) => submit(page) },
  { name: 'cabinet-exchange-check', path: '/cabinet/exchange', act: (page) => exchangeReview(page) },
  {
    name: 'cabinet-subscription-check',
    path: '/cabinet/subscription',
    act: (page) => subscriptionReview(page),
  },
  {
    name: 'cabinet-withdrawals-cancel',
    path: '/cabinet/withdrawals?status=pending',
    act: (page) => cancelling(page),
  },
  { name: 'register-second-factor-secret', path: '/register', act: (page) => authenticatorSecret(page) },
  { name: 'register-recovery-codes', path: '/register', act: (page) => recoveryCodes(page) },
  { name: 'register-second-factors', path: '/register', act: (page) => secondFactors(page) },
  { name: 'login-second-factor-asked', path: '/register', act: (page) => secondStep(page) },
  { name: 'register-passkey-options', path: '/register', act: (page) => passkeyOptions(page) },
  { name: 'register-passkey-factors', path: '/register', act: (page) => passkeyFactors(page) },
  { name: 'login-passkey-asked', path: '/register', act: (page) => passkeyStep(page) },
  { name: 'login-second-factor-lost', path: '/register', act: (page) => lostFactors(page) },
]

const submit = async (page) => {
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('[role=alert]').waitFor()
}

const registered = async (page) => {
  const number = String(Date.now()).slice(-7)
  const person = { login: `kai-${number}`, email: `kai-${number}@example.org`, phone: `+3706${number}` }
  for (const [name, value] of Object.entries(person)) await page.fill(`input[name=${name}]`, value)
  for (const name of ['password', 'passwordRepeat']) await page.fill(`input[name=${name}]`, 'Low-tide-at-7')
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(/phone/)
}

/** The pages of the second factor, of an account of its own. */
const authenticatorSecret = async (page) => {
  await confirmed(page)
  await page.goto('/cabinet/settings/security/totp')
  await page.locator('main form button[type=submit]').click()
  await page.fill('input[name=currentPassword]', 'Low-tide-at-7')
  await page.locator('main form button[type=submit]').click()
  await page.fill('input[name=stepUpCode]', '000000')
  await page.locator('main form button[type=submit]').click()
  await page.locator('input[name=code]').waitFor()
}

const confirmed = async (page) => {
  await registered(page)
  await page.fill('input[name=code]', '000000')
  await page.locator('main form:has([name=code]) button[type=submit]').first().click()
  await page.waitForURL(/cabinet/)
}

const passkeyOptions = async (page) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const owner = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...owner }
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  await confirmed(page)
  await page.goto('/cabinet/settings/security/passkey')
  await page.locator('main form button[type=submit]').click()
  await page.fill('input[name=currentPassword]', 'Low-tide-at-7')
  await page.locator('main form button[type=submit]').click()
  await page.fill('input[name=stepUpCode]', '000000')
  await page.locator('main form button[type=submit]').click()
  await page.locator('[data-ceremony]:visible').waitFor()
}

const passkeyFactors = async (page) => {
  await passkeyOptions(page)
  await page.locator('[data-ceremony]:visible').click()
  await page.locator('main ol code').first().waitFor()
  await page.goto('/cabinet/settings/security')
}

const passkeyStep = async (page) => {
  await passkeyFactors(page)
  await withPassword(page)
}

const recoveryCodes = async (page) => {
  await authenticatorSecret(page)
  const secret = await page.locator('input[name=secret]').inputValue()
  await page.fill('input[name=code]', authenticator(secret).shown())
  await page.locator('main form:has([name=code]) button[type=submit]').click()
  await page.locator('main ol code').first().waitFor()
}

const secondFactors = async (page) => {
  await recoveryCodes(page)
  await page.goto('/cabinet/settings/security')
}

const secondStep = async (page) => {
  await secondFactors(page)
  await withPassword(page)
}

/** The first half of a sign-in of the account that is signed in. */
const withPassword = async (page) => {
  // A virtual authenticator would take the offer in the list of the field for the login.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  const [login] = await page
    .locator('header')
    .getByText(/kai-\d+/)
    .first()
    .allTextContents()
  await page.context().clearCookies({ name: /sid|device/ })
  await page.goto('/login')
  await page.fill('input[name=login]', /kai-\d+/.exec(login)[0])
  await page.fill('input[name=password]', 'Low-tide-at-7')
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(/second-factor/)
}

const lostFactors = async (page) => {
  await secondStep(page)
  await page.goto('/login/second-factor/lost')
}

const wrongCode = async (page) => {
  await registered(page)
  await page.fill('input[name=code]', '123456')
  await page.locator('main form:has([name=code]) button[type=submit]').click()
  await page.locator('[role=alert]').waitFor()
}

/** The first deposit of the list that can be closed. */
const closing = async (page) => {
  const rows = await page.locator('main tbody a').evaluateAll((links) => links.map(({ href }) => href))
  for (const href of rows) {
    await page.goto(href)
    const link = page.locator('main a[href$="/close"]')
    if ((await link.count()) === 0) continue
    await link.first().click()
    return page.locator('main form').first().waitFor()
  }
  throw new Error('no deposit can be closed')
}

const clockFailed = async (page) => {
  await page.fill('#clock-days', '900')
  await page.locator('form#clock button').click()
  await page.locator('[role=alert]').waitFor()
}

const depositReview = async (page) => {
  await page.locator('input[name=planId]').first().check()
  await page.locator('input[name=amount]').fill('300')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=amount]').first().waitFor({ state: 'attached' })
}

const exchangeReview = async (page) => {
  await page.locator('select[name=from]').selectOption('USDT')
  await page.locator('select[name=to]').selectOption('BTC')
  await page.locator('input[name=amount]').fill('100')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=rateId]').waitFor({ state: 'attached' })
}

const subscriptionReview = async (page) => {
  await page.locator('input[name=optionId]').first().check()
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=figures]').waitFor({ state: 'attached' })
}

const cancelling = async (page) => {
  await page.locator('main tbody a').first().click()
  await page.locator('main a[href$="/cancel"]').click()
  await page.waitForURL(/\/cancel$/)
  await page.locator('main form').first().waitFor()
}

const withdrawalReview = async (page) => {
  await page.locator('input[name=system]').first().check()
  await page.locator('input[name=amount]').fill('50')
  await page.locator('input[name=wallet]').fill('TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[type=hidden][name=amount]').first().waitFor({ state: 'attached' })
}

/** The review page of a withdrawal to a new wallet, which asks for the password. */
const withdrawalPassword = async (page) => {
  await withdrawalReview(page)
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[name=currentPassword]').waitFor()
}

/** The same page, once the password was right and a code was sent. */
const withdrawalCode = async (page) => {
  await withdrawalPassword(page)
  await page.fill('input[name=currentPassword]', 'Demo-investor-1')
  await page.locator('main form[method=post] button[type=submit]').first().click()
  await page.locator('main input[name=stepUpCode]').waitFor()
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findChromium()?.path, args: chromiumArguments })
const signedIn = {
  investor: await signIn('investor', 'Demo-investor-1'),
  operator: await signIn('operator', 'Demo-operator-1'),
}
const pages = [...(await pagesOfTheTree()), ...states].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const startedAt = performance.now()
let findings = 0
const waiting = pages.flatMap((page) => languages.map((language) => ({ ...page, language })))
const takeTheNext = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await pictures(next)
}
await Promise.all(Array.from({ length: atOnce }, takeTheNext))
await browser.close()
writeFileSync(`${folder}/index.html`, contactSheet())
const seconds = Math.round((performance.now() - startedAt) / 1000)
const result = findings === 0 ? 'nothing found' : `${findings} findings`
console.log(`${pages.length} pages in ${seconds} s: ${result}. ${folder}/index.html shows them.`)
process.exitCode = findings === 0 ? 0 : 1

/** Every page, named by its address; for pages with an id the first entry of their list. */
async function pagesOfTheTree() {
  const addresses = (await pageAddresses())
    .filter((address) => !leftOut.includes(address))
    .map((address) => address.replace(/\/:\w+\?$/, ''))
  const named = (address) => address.slice(1).replace(/[/:?]+/g, '-') || 'home'
  const found = []
  for (const address of addresses) {
    if (!address.includes(':')) found.push({ name: named(address), path: address })
    else {
      const path = await firstOf(address, addresses)
      if (path) found.push({ name: named(address), path })
      else console.log(`${address}: its list leads to none`)
    }
  }
  return found
}

async function firstOf(address, addresses) {
  const list = address.slice(0, address.indexOf('/:'))
  const context = await browser.newContext({ baseURL: base, storageState: signedIn[roleOf(address)] })
  const page = await context.newPage()
  await page.goto(list)
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await context.close()
  const entry = links.find(
    (link) =>
      link?.startsWith(`${list}/`) &&
      /^[^/?#]+$/.test(link.slice(list.length + 1)) &&
      !addresses.includes(link),
  )
  return entry && address.replace(/^.*?\/:\w+/, entry)
}

async function signIn(login, password) {
  const context = await browser.newContext({ baseURL: base })
  const page = await context.newPage()
  await page.goto('/login')
  await page.fill('input[name=login]', login)
  await page.fill('input[name=password]', password)
  await page.click('main button[type=submit]')
  await page.waitForURL((url) => url.pathname !== '/login')
  const state = await context.storageState()
  await context.close()
  return state
}

/** Loads a page once, and takes it in each width and theme. */
async function pictures({ name, path, act, isNewSession, language }) {
  const label = `${name}-${language}`
  const chosen = appearancesOf(language)
  const context = await browser.newContext({
    baseURL: base,
    viewport: sizeOf(chosen[0]),
    reducedMotion: 'reduce',
    storageState: isNewSession ? await signIn('investor', 'Demo-investor-1') : signedIn[roleOf(path)],
  })
  await context.addCookies([{ name: 'lng', value: language, url: base }])
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4/.test(message.text())) report(label, message.text())
  })
  page.on('pageerror', (error) => report(label, error.message))
  try {
    await page.goto(path, { waitUntil: act ? 'networkidle' : 'load' })
    await act?.(page)
    for (const appearance of chosen) await picture(page, label, appearance)
  } catch (error) {
    report(label, String(error).split('\n')[0])
  }
  await context.close()
}

async function picture(page, label, { width, theme }) {
  await page.setViewportSize(sizeOf({ width }))
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Focus may have scrolled the page, which would draw sticky elements in the middle of the picture.
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    await document.fonts.ready
  })
  const file = fileOf(label, { width, theme })
  await page.screenshot({ path: `${folder}/${file}`, fullPage: true, type: 'jpeg', quality: 80 })
  await inspect(page, file)
}

function sizeOf({ width }) {
  return { width, height: width === 360 ? 740 : 800 }
}

function fileOf(label, { width, theme }) {
  return `${label}-${width}-${theme}.jpg`
}

/** A row a page, a column an appearance; each picture opens in its own size. */
function contactSheet() {
  const columns = languages.flatMap((language) =>
    appearancesOf(language).map((appearance) => ({ ...appearance, language })),
  )
  const head = columns.map(({ language, width, theme }) => `<th>${language} ${width} ${theme}</th>`)
  const rows = pages.map(({ name }) => {
    const cells = columns.map(({ language, ...appearance }) => {
      const file = fileOf(`${name}-${language}`, appearance)
      return `<td><a href="${file}"><img src="${file}" alt="" loading="lazy"></a></td>`
    })
    return `<tr id="${name}"><th>${name}</th>${cells.join('')}</tr>`
  })
  const style =
    'body{font:14px system-ui}td,th{vertical-align:top;text-align:left;padding:4px}img{width:200px;max-height:460px;object-fit:cover;object-position:top;border:1px solid #888}'
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>
<table><thead><tr><th></th>${head.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
`
}

async function inspect(page, label) {
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth > clientWidth ? scrollWidth - clientWidth : 0
  })
  if (sideways > 0) report(label, `${sideways} px wider than the screen`)
  if (!hasAxe) return
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  for (const { id, nodes } of violations) {
    report(label, `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }
}

function report(label, text) {
  findings += 1
  console.log(`${label}: ${text}`)
}
