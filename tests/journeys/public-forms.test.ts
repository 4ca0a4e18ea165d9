import { fileBytes } from '../support/files'
import { expect, test } from '../support/in-process-journey'

/** The forms of the public site, past their pages. */

test('a page without the vacancy takes no application', async ({ stack }) => {
  const form = new FormData()
  form.set('name', 'Kai')
  form.set('phone', '+370 612 34567')
  form.set('resume', new File([new Uint8Array(fileBytes('pdf'))], 'resume.pdf'))
  const answer = await fetch(`${stack.url}/vacancies/astronaut`, { method: 'POST', body: form })
  expect(answer.status).toBe(404)
})
