import { type Page, type Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { expectSound } from '../support/sound'
import { fileBytes } from '../support/files'
import { applicationsOf } from '../support/inquiries'
import { fillIn, send } from '../support/steps'
import { otherScriptedLanguages } from '../support/reading-modes'

/**
 * The application for a vacancy in the dialog of its page; `tests/journeys/public-forms.test.ts` tests the
 * forms of the public site by HTML alone.
 */

const resume = (length?: number, name = 'resume.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: fileBytes('pdf', length),
})

let number = 0
/** A text that only this run sends. */
const uniqueText = () => `${Date.now()}-${(number += 1)}`

for (const lng of otherScriptedLanguages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('an invalid application is refused with its reasons, keeps its input, and arrives once corrected', async ({
      page,
      stack,
      say,
    }) => {
      const name = `Аня ${uniqueText()}`
      await page.goto('/vacancies/lawyer')
      await openForm(page, say('site:vacancies.apply'))
      await send(page, 'resume')
      await expectErrors(page, [
        say('refusals:code.name_required'),
        say('refusals:code.phone_required'),
        say('refusals:code.file_required'),
      ])
      await expectSound(page)

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
      await expect(page.getByRole('main')).toContainText(say('flash:requestSent'))
      expect(await applicationsOf(stack)).toContainEqual(
        expect.objectContaining({
          ...{ name, phone: '+37061234567', email: null },
          vacancy: expect.objectContaining({ id: 'lawyer' }),
        }),
      )
    })
  })

test('the application opens as a dialog that can be closed without losing the input', async ({
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

/** With scripts on, the form opens as a dialog. */
async function openForm(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.locator('main input[name=resume]').setInputFiles(file)
}

/** The summary lists exactly these errors, and each one about a field is at its field too. */
async function expectErrors(page: Page, texts: string[]): Promise<void> {
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('listitem')).toHaveText(texts)
  await expect(page.locator('main [aria-invalid=true]')).toHaveCount(texts.length)
}

async function expectTyped(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields))
    await expect(page.locator(`main [name="${name}"]`)).toHaveValue(value)
}
