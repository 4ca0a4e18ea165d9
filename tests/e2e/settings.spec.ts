import { readFile } from 'node:fs/promises'
import { type Page, type Route } from '@playwright/test'
import { fileBytes } from '../support/files'
import {
  currentPassword,
  demoCode,
  knownInvestor,
  newInvestor,
  newPerson,
  demoInvestor,
} from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signIn, investorAt, stepUpIn, takenOver, unfold } from '../support/steps'
import { addressesOf, decideOnDocuments, emptyDocumentsProblems, wallets } from '../support/settings'
import { textsOf } from '../support/texts'
import { signedIn } from '../support/visitor'
import { otherScriptedLanguages, scriptedLanguages } from '../support/reading-modes'

/** The settings with scripts on; `tests/journeys/settings.test.ts` tests them by HTML alone. */

for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('an invalid profile is refused with its reasons; a valid one is saved and shown', async ({
      page,
      stack,
      say,
    }) => {
      const other = await newInvestor(stack.backendUrl)
      const investor = await investorAt(page, stack, '/cabinet/settings')
      await expect(page).toHaveURL(`${stack.url}/cabinet/settings/profile`)
      await expectTyped(page, { email: investor.email, phone: investor.phone })

      await fillIn(page, { email: '', phone: '' })
      await send(page, 'email')
      await expectErrors(page, [say('refusals:code.email_required'), say('refusals:code.phone_required')])
      await fillIn(page, { email: 'kai@nowhere', phone: '12 34' })
      await send(page, 'email')
      await expectErrors(page, [say('refusals:code.email_invalid'), say('refusals:code.phone_invalid')])
      await expectTyped(page, { email: 'kai@nowhere', phone: '12 34' })

      await fillIn(page, { email: other.email, phone: investor.phone, city: 'Вильнюс' })
      await expect(page.locator('main [name=currentPassword]')).toHaveCount(0)
      await send(page, 'email')
      await expectHint(page, say('settings:profile.passwordHint'))
      await expectTyped(page, { email: other.email, city: 'Вильнюс' })
      await send(page, 'email')
      await expectErrors(page, [say('refusals:code.password_required')])
      await fillIn(page, { currentPassword: 'not this one' })
      await send(page, 'email')
      await expectErrors(page, [say('refusals:code.password_wrong')])
      await page.getByText(say('settings:profile.accounts'), { exact: true }).click()
      const contacts = { country: 'Литва', city: 'Вильнюс', instagram: 'kai.at.sea', vk: 'kai_at_sea' }
      await fillIn(page, { ...contacts, email: investor.email, telegram: 'kai_at_sea' })
      await send(page, 'email')
      await expectSaved(page, say('flash:dataUpdated'))
      await page.reload()
      await expectTyped(page, { ...contacts, telegram: 'kai_at_sea' })
      await fillIn(page, { vk: '' })
      await send(page, 'email')
      await expectSaved(page, say('flash:dataUpdated'))
      const { user } = await investor.ask('POST', '/user/profile', {})
      expect(user).toMatchObject({ ...contacts, telegram: 'kai_at_sea', vk: null })

      await fillIn(page, { fullName: 'Каи Морской', birthDate: '2999-01-01', maritalStatus: 'married' })
      await send(page, 'fullName')
      await expectErrors(page, [say('refusals:code.birth_date_future')])
      await fillIn(page, { birthDate: '1990-02-03' })
      await send(page, 'fullName')
      await expectSaved(page, say('flash:dataUpdated'))
      await expectTyped(page, { fullName: 'Каи Морской', birthDate: '1990-02-03', maritalStatus: 'married' })
    })

    test('a tab that was opened earlier shows what was saved in another one, and sends it back no more', async ({
      page,
      stack,
      say,
      context,
    }) => {
      await investorAt(page, stack, '/cabinet/settings/profile')
      await takenOver(page)
      const other = await context.newPage()
      await other.goto('/cabinet/settings/profile')
      await takenOver(other)
      await fillIn(other, { country: 'Литва', city: 'Вильнюс' })
      await send(other, 'city')
      await expectSaved(other, say('flash:dataUpdated'))

      await fillIn(page, { city: 'Каунас' })
      await send(page, 'city')
      await expectErrors(page, [say('refusals:overtaken.changed', { value: 'Вильнюс' })])
      await expectTyped(page, { country: 'Литва', city: 'Каунас' })
      await send(page, 'city')
      await expectSaved(page, say('flash:dataUpdated'))
      await page.reload()
      await expectTyped(page, { country: 'Литва', city: 'Каунас' })
    })

    test("another account's e-mail or number is refused at its field", async ({ page, stack, say }) => {
      const other = await newInvestor(stack.backendUrl)
      // An account that has just been sent codes has to wait, so the test uses the demonstration's investor.
      for (const [contact, code] of [
        ['email', 'email_taken'],
        ['phone', 'phone_taken'],
      ] as const) {
        await signIn(page, demoInvestor)
        await page.goto('/cabinet/settings/profile')
        await fillIn(page, { [contact]: other[contact], city: 'Вильнюс' })
        await send(page, 'email')
        await expectHint(page, say('settings:profile.passwordHint'))
        await fillIn(page, { currentPassword: demoInvestor.password })
        await send(page, 'email')
        await typeCode(page)
        await send(page, 'email')
        await expectErrors(page, [say(`refusals:code.${code}`)])
        await expectTyped(page, { [contact]: other[contact], city: 'Вильнюс' })
      }
    })

    test('a wallet is saved, changed and removed, and an invalid one is refused at its field', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/settings/payment-systems')
      const save = () => page.getByRole('button', { name: say('settings:save') }).click()
      await unfold(walletOf(page, 'TRC-20'))
      await unfold(walletOf(page, 'Ethereum'))
      await walletOf(page, 'TRC-20').fill(wallets.wrong.tron)
      await walletOf(page, 'Ethereum').fill(wallets.wrong.ethereum)
      await save()
      await expectErrors(page, [
        `${say('refusals:code.wallet_invalid', { network: 'TRC-20' })}. ${say('refusals:address.tron')}`,
        `${say('refusals:code.wallet_invalid', { network: 'Ethereum' })}. ${say('refusals:address.ethereum')}`,
      ])
      await expect(walletOf(page, 'TRC-20')).toHaveValue(wallets.wrong.tron)

      await walletOf(page, 'TRC-20').fill(wallets.right.tron)
      await walletOf(page, 'Ethereum').fill(wallets.right.ethereum)
      await save()
      await expectHint(page, say('settings:wallets.passwordHint'))
      await expect(walletOf(page, 'TRC-20')).toHaveValue(wallets.right.tron)
      await fillIn(page, { currentPassword })
      await save()
      await typeCode(page)
      await save()
      await expectSaved(page, say('flash:dataUpdated'))
      expect(await addressesOf(investor)).toEqual([wallets.right.tron, wallets.right.ethereum])

      await unfold(walletOf(page, 'TRC-20'))
      await walletOf(page, 'TRC-20').fill('')
      await save()
      await expect(page.locator('main')).toContainText(`USDT TRC-20 ${say('settings:wallets.notSaved')}`)
      await expect.poll(() => addressesOf(investor)).toEqual([wallets.right.ethereum])
    })

    test('an invalid new password is refused with its reasons; a valid one is set and ends every other session', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/settings/password')
      const elsewhere = await signedIn(stack.url, investor, lng)
      await stepUpIn(page, stack.url)
      const password = 'High-tide-at-9'
      const type = async (current: string, next: string, repeat = next) => {
        await fillIn(page, { currentPassword: current, password: next, passwordRepeat: repeat })
        await send(page, 'currentPassword')
      }
      await type(investor.password, password, 'another')
      await expectErrors(page, [say('refusals:code.passwords_mismatch')])
      // What was typed is still there, so it is not asked for again.
      await expect(page.locator('main')).not.toContainText(say('common:form.password.again'))
      // No two errors in a row are the same: an error of before would pass for the next one.
      await type(investor.password, 'short')
      await expectErrors(page, [say('refusals:code.password_too_simple')])
      await type('not-the-password', password)
      await expectErrors(page, [say('refusals:code.password_wrong')])
      await type(investor.password, 'password1234')
      await expectErrors(page, [say('refusals:code.password_too_simple')])

      await type(investor.password, password)
      await expectSaved(page, say('flash:passwordUpdated'))
      await expect(page.locator('main [aria-invalid=true]')).toHaveCount(0)
      for (const field of ['currentPassword', 'password', 'passwordRepeat'])
        await expect(page.locator(`main [name=${field}]`)).toHaveValue('')
      await page.goto('/cabinet/operations')
      await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
      const ended = await elsewhere.visit('/cabinet')
      expect(ended.url.pathname).toBe('/login')
      expect(ended.text).toContain(say('errors:code.unauthorized'))
      await signedIn(stack.url, { ...investor, password }, lng)
    })

    test('the language changes here and at the upstream', async ({ page, stack, context, say }) => {
      const investor = await investorAt(page, stack, '/cabinet/settings/language')
      const other = lng === 'ru' ? 'en' : 'ru'
      await fillIn(page, { lng: other })
      await page.getByRole('button', { name: say('settings:save') }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', other)
      await expectSaved(page, textsOf(other)('flash:dataUpdated'))
      expect((await context.cookies()).find(({ name }) => name === 'lng')?.value).toBe(other)
      const { user } = await investor.ask('POST', '/user/profile', {})
      expect(user).toMatchObject({ language: other })
    })

    test('sessions are listed, the current one marked, and ended one by one or all at once', async ({
      page,
      stack,
      say,
    }) => {
      // Registration created one session, besides those of the visitor and of this page.
      const investor = await newInvestor(stack.backendUrl)
      const elsewhere = await signedIn(stack.url, investor, lng)
      await signIn(page, investor)
      await page.goto('/cabinet/settings/sessions')
      const rows = page.locator('main tbody tr')
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText(say('security:sessions.current'))
      await expect(rows.first().getByRole('button')).toHaveCount(0)

      await rows.last().getByRole('button').click()
      await rows.last().locator('[name="currentPassword"]').fill(currentPassword)
      await rows.last().locator('button[type="submit"]').click()
      await rows.last().locator('[name="stepUpCode"]').fill(demoCode)
      await rows.last().locator('button[type="submit"]').click()
      await expectSaved(page, say('flash:sessionEnded'))
      await expect(rows).toHaveCount(2)
      const endOthers = page.getByRole('button', { name: say('security:sessions.endOthers') })
      await endOthers.click()
      await expectSaved(page, say('flash:sessionsEnded'))
      await expect(page.locator('main')).toContainText(say('security:sessions.onlyThis'))
      expect((await elsewhere.visit('/cabinet')).url.pathname).toBe('/login')
    })

    test("the account's data can be downloaded, and their deletion requested", async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/settings/data', { usdt: '50' })
      const take = () => page.getByRole('button', { name: say('security:data.downloadFile') }).click()
      await take()
      await expectHint(page, say('security:data.passwordHint'))
      await fillIn(page, { currentPassword: 'not this one' })
      await take()
      await expectErrors(page, [say('refusals:code.password_wrong')])
      await take()
      await expectErrors(page, [say('refusals:code.password_required')])
      await fillIn(page, { currentPassword })
      await take()
      await typeCode(page)
      const downloading = page.waitForEvent('download')
      await take()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(
        new RegExp(`^${investor.login}-\\d{4}-\\d\\d-\\d\\d\\.json$`),
      )
      const held = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
      expect(JSON.stringify(held)).toContain(investor.email)
      expect(held['refills']).toHaveLength(1)

      await signIn(page, investor)
      await page.getByRole('link', { name: say('security:data.askDeletion') }).click()
      await expect(page.locator('main h1')).toHaveText(say('security:deletion.title'))
      const confirm = () => page.getByRole('button', { name: say('common:action.confirm') }).click()
      await confirm()
      await expectHint(page, say('security:deletion.passwordHint'))
      await fillIn(page, { currentPassword: 'not this one' })
      await confirm()
      await expectErrors(page, [say('refusals:code.password_wrong')])
      await fillIn(page, { currentPassword })
      await confirm()
      await typeCode(page)
      await confirm()
      await expect(page.locator('main h1')).toHaveText(say('security:deletion.askedTitle'))
      await expect(page.locator('main #kept li, main section li')).toHaveCount(4)
    })

    test('invalid documents are refused with their reasons; valid ones are accepted and judged', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet/settings/verification')
      await expect(page.locator('main')).toContainText(say('common:status.verification.none'))
      await send(page, 'documentNumber')
      await expectErrors(page, emptyDocumentsProblems(say))

      const said = { fullName: 'Каи Морской', birthDate: '1990-02-03', documentNumber: 'LT 12345678' }
      await fillIn(page, { ...said, maritalStatus: 'single' })
      const tooLarge = say('refusals:code.too_large', { max: say('common:form.megabytes', { max: 10 }) })
      const unsupported = say('refusals:code.unsupported_file')
      for (const [file, reason] of [
        [picture('wallet.png', fileBytes('png', 10 * 1024 * 1024 + 1)), tooLarge],
        [picture('wallet.png', Buffer.from('')), unsupported],
        [picture('wallet.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), unsupported],
      ] as const) {
        await choose(page, { photoDocument: picture(), photoLogin: picture(), photoWallet: file })
        await send(page, 'documentNumber')
        await expectErrors(page, [reason])
        await expectTyped(page, { ...said, maritalStatus: 'single' })
      }

      await choose(page, { photoDocument: picture(), photoLogin: picture(), photoWallet: picture() })
      await send(page, 'documentNumber')
      await expectSaved(page, say('flash:requestSent'))
      await expect(page.locator('main')).toContainText(say('security:verification.sentence.in_process'))
      await expect(page.locator('main')).toContainText('•••• 5678')
      await expect(page.locator('main form')).toHaveCount(0)

      await decideOnDocuments(stack.backendUrl, investor, {
        decision: 'reject',
        reason: 'The photo is blurred',
      })
      await page.reload()
      await expect(page.locator('main')).toContainText('The photo is blurred')
      await fillIn(page, { ...said, maritalStatus: 'single' })
      await choose(page, { photoDocument: picture(), photoLogin: picture(), photoWallet: picture() })
      await send(page, 'documentNumber')
      await expectSaved(page, say('flash:requestSent'))
      await decideOnDocuments(stack.backendUrl, investor, { decision: 'approve' })
      await page.reload()
      await expect(page.locator('main')).toContainText(say('security:verification.sentence.successful'))
    })
  })

// An account gets one code a minute, and only this one has had none, so each further case has to wait.
for (const lng of scriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('a new phone number closes the cabinet until its code is entered', async ({ page, stack, say }) => {
      await signIn(page, demoInvestor)
      await stepUpIn(page, stack.url, demoInvestor.password)
      const { phone } = newPerson()
      await expect(async () => {
        await page.goto('/cabinet/settings/profile')
        await fillIn(page, { phone })
        await send(page, 'email')
        const tooSoon = page.getByRole('alert').filter({ hasText: say('refusals:code.too_many_requests') })
        await tooSoon.or(page.locator('main [name=code]')).waitFor()
        expect(page.url()).toBe(`${stack.url}/phone?from=profile`)
      }).toPass({ timeout: 90_000 })
      await expect(page.locator('main')).toContainText(phone)
      await page.goto('/cabinet/operations')
      await expect(page).toHaveURL(`${stack.url}/phone`)

      // The page remembers that the reader came from the profile.
      await page.goto('/phone?from=profile')
      // A second code within the minute is not sent, whatever the number.
      await page.getByText(say('auth:phone.otherNumber')).click()
      await fillIn(page, { phone: newPerson().phone })
      await send(page, 'phone')
      await expect(page.getByRole('alert')).toContainText(say('refusals:code.too_many_requests'))

      await fillIn(page, { code: demoCode })
      await send(page, 'code')
      await expect(page).toHaveURL(`${stack.url}/cabinet/settings/profile`)
      await expect(page.locator('input[name=phone]')).toHaveValue(phone)
      const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
      expect((await ask('POST', '/user/profile', {}))['user']).toMatchObject({
        phone,
        phoneConfirmed: true,
      })
    })
  })

for (const lng of otherScriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test("files show their names and the upload's progress, and can be cancelled", async ({
      page,
      stack,
      say,
    }) => {
      await investorAt(page, stack, '/cabinet/settings/verification')
      await takenOver(page)
      const refetched = page.waitForResponse(/\/verification\.data/)
      await send(page, 'documentNumber')
      await refetched
      await expect(page.locator('[role=alert]:has(#error-summary-title)')).toBeFocused()
      await expect(page.locator('#error-summary-title')).toBeInViewport({ ratio: 1 })
      const drawn = await page.screenshot()
      await fillIn(page, {
        fullName: 'Kai Marsh',
        birthDate: '1990-02-03',
        maritalStatus: 'single',
        documentNumber: 'LT 1',
      })
      const drawing = (name: string) => ({ name, mimeType: 'image/png', buffer: drawn })
      await choose(page, {
        photoDocument: drawing('passport.png'),
        photoLogin: drawing('login.png'),
        photoWallet: drawing('wallet.png'),
      })
      for (const name of ['passport.png', 'login.png', 'wallet.png']) {
        const preview = page.getByRole('img', { name: say('settings:verification.preview', { name }) })
        await expect(preview).toBeVisible()
        expect(await preview.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(320)
      }

      const held: Route[] = []
      await page.route('**/verification/documents', (route) => void held.push(route))
      await send(page, 'documentNumber')
      await expect(page.locator('main progress')).toBeVisible()
      await page.getByRole('button', { name: say('settings:verification.cancel') }).click()
      await expect(page.getByRole('alert')).toContainText(say('settings:verification.cancelledText'))
      // What was wrong before is corrected.
      await expect(page.locator('#error-summary-title')).toHaveCount(0)
      await expect(page.locator('main [aria-invalid=true]')).toHaveCount(0)
      for (const route of held) await route.abort().catch(() => undefined) // the page has cancelled the request
      await page.unroute('**/verification/documents')

      await page.route('**/verification/documents', (route) => route.abort())
      await send(page, 'documentNumber')
      await expect(page.getByRole('alert')).toContainText(say('errors:fallback.verification'))
      await page.unroute('**/verification/documents')

      // A gateway times out, or refuses a form of this size.
      for (const [status, problem] of [
        [504, 'unansweredText'],
        [413, 'failedText'],
      ] as const) {
        await page.route('**/verification/documents', (route) =>
          route.fulfill({ status, body: '<h1>proxy</h1>' }),
        )
        await send(page, 'documentNumber')
        await expect(page.getByRole('alert')).toContainText(say(`settings:verification.${problem}`))
        await page.unroute('**/verification/documents')
      }

      // The typed and chosen input is still there.
      await send(page, 'documentNumber')
      await expectSaved(page, say('flash:requestSent'))
      await expect(page.locator('main')).toContainText(say('security:verification.sentence.in_process'))
    })
  })

type ChosenFile = { name: string; mimeType: string; buffer: Buffer }

const picture = (name = 'photo.jpg', buffer = fileBytes('jpg')): ChosenFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer,
})

async function choose(page: Page, files: Record<string, ChosenFile>): Promise<void> {
  for (const [name, file] of Object.entries(files))
    await page.locator(`main input[name=${name}]`).setInputFiles(file)
}

/** The summary lists exactly these errors, and each is at its field too. */
async function expectErrors(page: Page, texts: string[]): Promise<void> {
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(texts)
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(texts.length)
}

/** Checks that the page asks for the password, with a reason and not as an error. */
async function expectHint(page: Page, hint: string): Promise<void> {
  const field = page.locator('main [name=currentPassword]')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(hint)
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(0)
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(0)
}

/** Types the code that was sent after the password; the field has the focus. */
async function typeCode(page: Page): Promise<void> {
  const field = page.locator('main [name=stepUpCode]')
  await expect(field).toBeFocused()
  await field.fill(demoCode)
}

async function expectSaved(page: Page, text: string): Promise<void> {
  await expect(page.locator('main').getByRole('status').filter({ hasText: text })).toBeVisible()
}

async function expectTyped(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await expect(page.locator(`main [name="${name}"]`)).toHaveValue(value)
}

const walletOf = (page: Page, network: string) => page.getByLabel(network)
