import { fileBytes, fileOf } from '../support/files'
import { applicationsOf, inquiriesOf } from '../support/inquiries'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor } from '../support/visitor'
import { otherPlainLanguages, plainLanguages } from '../support/reading-modes'

/**
 * The forms of the public site, as a visitor sends them: errors use the contract's texts, the input is kept,
 * and sent forms reach the operator's part. Their pages have no scripts except for the dialog of an
 * application, which `tests/e2e` tests.
 */

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('an invalid message is refused with its reasons, keeps its input, and arrives once corrected', async ({
      stack,
    }) => {
      const message = `A question in ${lng}`
      const visitor = openVisitor(stack.url, lng)
      let page = await visitor.visit('/contacts')
      const send = async (typed?: Record<string, string>) =>
        (page = await visitor.press(page, 'name="message"', typed))
      await send()
      expectErrors(page, [
        say('refusals:code.name_required'),
        say('refusals:code.email_required'),
        say('refusals:code.message_required'),
      ])
      const typed = { name: 'Kai', email: 'kai@nowhere', message }
      await send(typed)
      expectErrors(page, [say('refusals:code.email_invalid')])
      expectTyped(page, typed)
      await send({ email: 'kai@example.org' })
      expect(page.url.pathname).toBe('/contacts/sent')
      expect(page.text).toContain(say('flash:requestSent'))
      expect(await inquiriesOf(stack)).toContainEqual(
        expect.objectContaining({ kind: 'message', name: 'Kai', email: 'kai@example.org', message }),
      )
    })

    test('an invalid address for the newsletter is refused, kept, and arrives once corrected', async ({
      stack,
    }) => {
      const email = `reader-${lng}@example.org`
      const visitor = openVisitor(stack.url, lng)
      let page = await visitor.visit('/subscribe')
      const send = async (typed?: Record<string, string>) =>
        (page = await visitor.press(page, 'name="email"', typed))
      await send()
      expectErrors(page, [say('refusals:code.email_required')])
      await send({ email: 'reader' })
      expectErrors(page, [say('refusals:code.email_invalid')])
      expectTyped(page, { email: 'reader' })
      await send({ email })
      expect(page.text).toContain(say('flash:requestSent'))
      expect(await inquiriesOf(stack)).toContainEqual(expect.objectContaining({ kind: 'subscriber', email }))
    })
  })

for (const lng of otherPlainLanguages)
  test(`an invalid application is refused with its reasons, keeps its input, and arrives once corrected, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const name = `Аня in ${lng}`
    const visitor = openVisitor(stack.url, lng)
    let page = await visitor.visit('/vacancies/lawyer')
    expect(page.$('main a[href="#apply"]').text()).toBe(say('site:vacancies.apply'))
    expect(page.$('#apply').closest('section').find('form input[type="file"]')).toHaveLength(1)
    const send = async (typed?: Record<string, string | File>) =>
      (page = await visitor.press(page, 'name="resume"', typed))
    await send()
    expectErrors(page, [
      say('refusals:code.name_required'),
      say('refusals:code.phone_required'),
      say('refusals:code.file_required'),
    ])

    await send({ name, phone: '12 34', resume: fileOf('pdf') })
    expectErrors(page, [say('refusals:code.phone_invalid')])
    expectTyped(page, { name, phone: '12 34' })
    expect(page.textOf('#form-resume-hint')).toContain(say('site:vacancies.resumeAgain'))

    const phone = '+370 612 34567'
    const tooLarge = say('refusals:code.too_large', { max: say('common:form.megabytes', { max: 5 }) })
    const unsupported = say('refusals:code.unsupported_file')
    for (const [resume, reason] of [
      [fileOf('pdf', 5 * 1024 * 1024 + 1), tooLarge],
      [new File([], 'resume.pdf'), unsupported],
      [new File(['MZ a program'], 'resume.pdf'), unsupported],
      [fileOf('pdf', 5000, 'resume.exe'), unsupported],
    ] as const) {
      await send({ phone, resume })
      expectErrors(page, [reason])
      expectTyped(page, { name, phone })
    }

    await send({ resume: fileOf('pdf', 300_000) })
    expect(page.url.pathname).toBe('/vacancies/lawyer/sent')
    expect(page.text).toContain(say('flash:requestSent'))
    expect(await applicationsOf(stack)).toContainEqual(
      expect.objectContaining({
        ...{ name, phone: '+37061234567', email: null },
        vacancy: expect.objectContaining({ id: 'lawyer' }) as object,
      }),
    )
  })

test('the page of an unknown vacancy accepts no application', async ({ stack }) => {
  const form = new FormData()
  form.set('name', 'Kai')
  form.set('phone', '+370 612 34567')
  form.set('resume', new File([new Uint8Array(fileBytes('pdf'))], 'resume.pdf'))
  const answer = await fetch(`${stack.url}/vacancies/astronaut`, { method: 'POST', body: form })
  expect(answer.status).toBe(404)
})

/** The summary lists exactly these errors, and each is at its field too. */
function expectErrors(page: Answer, texts: string[]): void {
  expect(page.refused).toEqual({ problems: texts, fields: texts.length })
}

function expectTyped(page: Answer, fields: Record<string, string>): void {
  const typed = Object.keys(fields).map((name) => [name, page.typed(name)])
  expect(Object.fromEntries(typed)).toEqual(fields)
}
