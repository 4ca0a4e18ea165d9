import { fileBytes, fileOf } from '../support/files'
import { browserName, demoOperator } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { openVisitor } from '../support/visitor'

/** An application for a vacancy, from the public form to the answer. */

const decisionField = 'name="decision"'
const confirmField = 'name="figures"'

async function signedIn(url: string, lng: 'ru' | 'en', person = demoOperator) {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', person)
  return visitor
}

async function applied(url: string, typed: Record<string, string>) {
  const applicant = openVisitor(url, 'en')
  const form = await applicant.visit('/vacancies/lawyer')
  const sent = await applicant.press(form, 'name="resume"', {
    ...{ phone: '+370 612 34567', resume: fileOf('pdf', 20_000) },
    ...typed,
  })
  expect(sent.url.pathname).toBe('/vacancies/lawyer/sent')
}

test('an applicant is read, looked at, noted on and answered by mail, and the next application opens', async ({
  stack,
}) => {
  const say = textsOf('ru')
  const name = `Ona ${Date.now()}`
  await applied(stack.url, { name, email: 'ona@example.org', message: 'I read <contracts>.' })
  await applied(stack.url, { name: `${name} junior` })
  const operator = await signedIn(stack.url, 'ru')
  const today = await operator.visit('/operator')
  expect(today.$('main a[href="/operator/applications"]').text()).toBe(say('operator:queue.applications'))
  expect(today.$('nav a[href="/operator/applications"] span').last().text()).toMatch(/^[1-9]/)

  const queue = await operator.visit(`/operator/applications?vacancy=lawyer&search=${name}`)
  expect(queue.$('main tbody tr')).toHaveLength(2)
  const other = await operator.visit(`/operator/applications?vacancy=intern&search=${name}`)
  expect(other.$('main tbody tr')).toHaveLength(0)
  const messages = await operator.visit(`/operator/messages?status=all&search=${name}`)
  expect(messages.$('main tbody tr')).toHaveLength(0)

  const href = queue.$('main tbody a').first().attr('href')!
  let page = await operator.visit(href)
  expect(page.text).toContain('I read <contracts>.')
  page = await operator.submit(page, 'value="take"')
  page = await operator.submit(page, 'name="text"', { text: 'Call on Monday.' })
  expect(page.text).toContain('Call on Monday.')

  const resume = page.$('main a[href^="/operator/resumes/"]').attr('href')!
  const open = (cookie: string) =>
    fetch(new URL(resume, stack.url), { headers: { cookie, 'user-agent': browserName } })
  const file = await open(operator.cookie())
  expect(Object.fromEntries(file.headers)).toMatchObject({
    ...{
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    'content-disposition': `inline; filename="resume-${resume.split('/').at(-1)}.pdf"`,
  })
  expect(file.headers.get('content-security-policy')).toMatch(/^sandbox;default-src 'none';/)
  expect(Buffer.from(await file.arrayBuffer()).equals(fileBytes('pdf', 20_000))).toBe(true)
  const trail = await operator.visit('/operator/audit?kind=resume')
  expect(trail.html.split(resume.split('/').at(-1)!)).toHaveLength(2)

  const answer = 'Come on Monday.'
  const review = await operator.submit(page, decisionField, { decision: 'complete', answer })
  expect(review.text).toContain('The answer to your application')
  expect(review.text).toContain(answer)
  const next = await operator.submit(review, confirmField)
  expect(next.url.pathname).toMatch(/^\/operator\/applications\/./)
  expect(next.url.pathname).not.toBe(href)
  // Records of when applications were among the messages lead to its page all the same.
  const earlier = await operator.visit(href.replace('applications', 'messages'))
  expect(earlier.url.pathname).toBe(href)
  const done = await operator.visit(href)
  expect(done.text).toContain(answer)
  expect(done.text).toContain(say('cases:state.application.done'))
  expect(done.$(`input[${decisionField}]`)).toHaveLength(0)
})

test('an applicant without an address is sent nothing, and one that is not taken is found as such', async ({
  stack,
}) => {
  const say = textsOf('en')
  const name = `Kai ${Date.now()}`
  await applied(stack.url, { name })
  const operator = await signedIn(stack.url, 'en')
  const search = `/operator/applications?search=${name}`
  const page = await operator.visit((await operator.visit(search)).$('main tbody a').attr('href')!)
  expect(page.text).toContain(say('cases:decide.noEmail'))
  const call = page.$('main a[href^="tel:"]')
  expect(call.attr('href')).toBe(`tel:${call.text().replace(/[^+\d]/g, '')}`)
  expect(page.$('textarea[name="answer"]')).toHaveLength(0)
  const missing = await operator.submit(page, decisionField, {})
  expect(missing.status).toBe(422)
  const review = await operator.submit(page, decisionField, { decision: 'reject' })
  expect(review.text).toContain(say('cases:review.applicantReadsNothing'))
  await operator.submit(review, confirmField)
  expect((await operator.visit(search)).$('main tbody tr')).toHaveLength(0)
  const declined = await operator.visit(`${search}&status=declined`)
  expect(declined.text).toContain(say('cases:state.application.declined'))
})

test('applications are for those who answer them', async ({ stack }) => {
  const cashier = await signedIn(stack.url, 'en', { login: 'cashier', password: 'Demo-cashier-1' })
  expect((await cashier.visit('/operator/applications')).status).toBe(404)
  expect((await cashier.visit('/operator')).$('a[href="/operator/applications"]')).toHaveLength(0)
})
