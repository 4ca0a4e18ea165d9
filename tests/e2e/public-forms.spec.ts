import { type Page, type Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { expectSound } from '../support/sound'
import { fileBytes } from '../support/files'
import { inquiriesOf } from '../support/inquiries'
import { fillIn, send } from '../support/steps'
import { otherReadingModes } from '../support/reading-modes'

/**
 * The forms of the public site, as a visitor sends them: what was wrong is said in the fixed words, nothing
 * typed is lost, and what was sent lies at the operator's part.
 */

const resume = (length?: number, name = 'resume.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: fileBytes('pdf', length),
})

let number = 0
/** What this run alone sends. */
const unlike = () => `${Date.now()}-${(number += 1)}`

for (const { lng, javaScriptEnabled } of otherReadingModes)
  test.describe(`in ${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled })

    test('a message is refused with its reasons, keeps what was typed, and arrives', async ({
      page,
      stack,
      say,
    }) => {
      const message = `A question ${unlike()}`
      await page.goto('/contacts')
      await send(page, 'message')
      await expectErrors(page, [
        say('errors:code.name_required'),
        say('errors:code.email_required'),
        say('errors:code.message_required'),
      ])
      await fillIn(page, { name: 'Kai', email: 'kai@nowhere', message })
      await send(page, 'message')
      await expectErrors(page, [say('refusals:code.email_invalid')])
      await expectTyped(page, { name: 'Kai', email: 'kai@nowhere', message })
      await fillIn(page, { email: 'kai@example.org' })
      await send(page, 'message')
      await expect(page).toHaveURL(`${stack.url}/contacts/sent`)
      await expect(page.getByRole('main')).toContainText(say('common:flash.requestSent'))
      expect(await inquiriesOf(stack)).toContainEqual(
        expect.objectContaining({ kind: 'message', name: 'Kai', email: 'kai@example.org', message }),
      )
    })

    test('an address for the newsletter is refused, kept, and arrives', async ({ page, stack, say }) => {
      const email = `reader-${unlike()}@example.org`
      await page.goto('/subscribe')
      await send(page, 'email')
      await expectErrors(page, [say('errors:code.email_required')])
      await fillIn(page, { email: 'reader' })
      await send(page, 'email')
      await expectErrors(page, [say('refusals:code.email_invalid')])
      await expectTyped(page, { email: 'reader' })
      await fillIn(page, { email })
      await send(page, 'email')
      await expect(page.getByRole('main')).toContainText(say('common:flash.requestSent'))
      expect(await inquiriesOf(stack)).toContainEqual(expect.objectContaining({ kind: 'subscriber', email }))
    })

    test('an application is refused with its reasons, keeps what was typed, and arrives', async ({
      page,
      stack,
      say,
    }) => {
      const name = `Аня ${unlike()}`
      await page.goto('/vacancies/lawyer')
      await openForm(page, javaScriptEnabled, say('site:vacancies.apply'))
      await send(page, 'resume')
      await expectErrors(page, [
        say('errors:code.name_required'),
        say('errors:code.phone_required'),
        say('errors:code.file_required'),
      ])
      if (javaScriptEnabled) await expectSound(page) // it looks by a script of its own

      await fillIn(page, { name, phone: '12 34' })
      await choose(page, resume())
      await send(page, 'resume')
      await expectErrors(page, [say('refusals:code.phone_invalid')])
      await expectTyped(page, { name, phone: '12 34' })
      await expect(page.locator('#form-resume-hint')).toContainText(say('site:vacancies.resumeAgain'))

      await fillIn(page, { phone: '+370 612 34567' })
      const tooLarge = say('refusals:code.too_large', { max: say('common:form.megabytes', { max: 5 }) })
      for (const [file, reason] of [
        [resume(5 * 1024 * 1024 + 1), tooLarge],
        [{ ...resume(), buffer: Buffer.from('') }, say('refusals:code.unsupported_file')],
        [{ ...resume(), buffer: Buffer.from('MZ a program') }, say('refusals:code.unsupported_file')],
        [resume(5000, 'resume.exe'), say('refusals:code.unsupported_file')],
      ] as const) {
        await choose(page, file)
        await send(page, 'resume')
        await expectErrors(page, [reason])
        await expectTyped(page, { name, phone: '+370 612 34567' })
      }

      await choose(page, resume(300_000))
      await send(page, 'resume')
      await expect(page).toHaveURL(`${stack.url}/vacancies/lawyer/sent`)
      await expect(page.getByRole('main')).toContainText(say('common:flash.requestSent'))
      expect(await inquiriesOf(stack)).toContainEqual(
        expect.objectContaining({ kind: 'application', name, phone: '+37061234567', vacancyId: 'lawyer' }),
      )
    })
  })

test('the application opens as a dialog that can be left, and nothing typed is lost', async ({
  page,
  stack,
  say,
}) => {
  const scripts: Request[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request)
  })
  await page.goto('/vacancies/intern')
  const link = page.getByRole('link', { name: say('site:vacancies.apply') })
  const dialog = page.getByRole('dialog', { name: say('site:vacancies.apply') })
  await expect(dialog).toBeHidden()
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel(say('site:vacancies.name'))).toBeFocused()
  await expectSound(page)
  await page.keyboard.type('Kai')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()
  await expectTyped(page, { name: 'Kai' })

  await link.click()
  await dialog.getByRole('button', { name: say('common:action.close') }).click()
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

  await link.click()
  await fillIn(page, { name: 'Kai', phone: '+370 612 34567' })
  await choose(page, resume())
  await send(page, 'resume')
  await expect(page).toHaveURL(`${stack.url}/vacancies/intern/sent`)
  expect(scripts).toHaveLength(1)
})

/** Where scripts run, the form is reached as a dialog, here as anywhere. */
async function openForm(page: Page, hasScripts: boolean, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  if (hasScripts) await expect(page.getByRole('dialog', { name })).toBeVisible()
  else await expect(page.locator('main form input[type=file]')).toBeInViewport()
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('main input[name=resume]').setInputFiles(file)
}

/** The summary lists exactly these, and each but those of the whole form stands at its field too. */
async function expectErrors(page: Page, texts: string[]): Promise<void> {
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('listitem')).toHaveText(texts)
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(texts.length)
}

async function expectTyped(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await expect(page.locator(`main [name="${name}"]`)).toHaveValue(value)
}
