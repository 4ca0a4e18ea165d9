import { sql } from 'drizzle-orm'
import { demoCode, type Investor, newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { plainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type WatchedProduct } from '../support/watched'
import { openVisitor, signedIn } from '../support/visitor'

/** An e-mail counts as the account's only after its code was entered. */

for (const lng of plainLanguages)
  test(`a new investor enters the code of the mail, and can then sign in with the e-mail, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const person = newPerson()
    const visitor = openVisitor(stack.url, lng)
    const repeated = { ...person, passwordRepeat: person.password }
    let page = await visitor.press(await visitor.visit('/register'), 'name="passwordRepeat"', repeated)
    expect(page.url.pathname).toBe('/phone')
    page = await visitor.press(page, 'name="code"', { code: '000000' })
    expect(page.url.pathname).toBe('/cabinet')

    // Until then the e-mail can't be used to sign in.
    const byMail = { login: person.email, password: person.password }
    const other = openVisitor(stack.url, lng)
    const refused = await other.submit(await other.visit('/login'), 'name="password"', byMail)
    expect(refused.text).toContain(say('refusals:code.invalid_credentials'))

    page = await visitor.follow(page, say('cabinet:dashboard.begin.email.title'))
    expect(page.url.pathname + page.url.hash).toBe('/cabinet/settings/profile#email')
    expect(page.text).toContain(say('settings:email.lead', { email: person.email }))
    page = await visitor.press(page, 'name="code"', { code: '12-34 56' })
    expect(page.textOf('main [role="alert"]')).toContain(say('refusals:code.code_invalid'))
    expect(page.typed('code')).toBe('12-34 56')
    page = await visitor.press(page, say('settings:email.resend'))
    expect(page.textOf('main [role="alert"]')).toContain(say('refusals:code.too_many_requests'))
    page = await visitor.press(page, 'name="code"', { code: '000 000' })
    expect(page.textOf('[role="status"]')).toContain(say('flash:emailConfirmed'))
    expect(page.$('main [name="code"]')).toHaveLength(0)
    const overview = await visitor.visit('/cabinet')
    expect(overview.text).not.toContain(say('cabinet:dashboard.begin.email.title'))
    await signedIn(stack.url, byMail, lng)
  })

/** The form of a code for another address, opened while that address waits. */
async function atCodeOf(stack: WatchedProduct, email: string) {
  const investor = await newInvestor(stack.backendUrl)
  await changeEmail(stack, investor, email)
  const visitor = await signedIn(stack.url, investor, 'en')
  const page = await visitor.visit('/cabinet/settings/profile')
  return { investor, press: (code = demoCode) => visitor.press(page, 'name="code"', { code }) }
}

/** An account is sent one code a minute: its earlier ones are as if they were older. */
async function changeEmail({ db }: WatchedProduct, { ask, login }: Investor, email: string): Promise<void> {
  await db?.execute(
    sql`update email_codes set created_at = created_at - interval '2 minutes'
      where user_id = (select id from users where login = ${login})`,
  )
  await ask('POST', '/user/profile', { email })
}

const say = textsOf('en')

test('an address that was given up, or is another account’s by now, is not told as confirmed', async ({
  stack,
}) => {
  const givenUp = await atCodeOf(stack, newPerson().email)
  await changeEmail(stack, givenUp.investor, givenUp.investor.email)
  const { email } = newPerson()
  const taken = await atCodeOf(stack, email)
  const other = await newInvestor(stack.backendUrl)
  await changeEmail(stack, other, email)
  await other.ask('POST', '/ext/email/confirm', { code: demoCode })

  for (const { investor, press } of [givenUp, taken]) {
    const page = await press()
    expect(page.textOf('[role="status"]')).toContain(say('flash:emailNotWaiting'))
    expect(page.text).not.toContain(say('flash:emailConfirmed'))
    expect(page.typed('email')).toBe(investor.email)
  }
})

test('an address that was confirmed meanwhile is told as confirmed, though another one waits by now', async ({
  stack,
}) => {
  const { email } = newPerson()
  const { investor, press } = await atCodeOf(stack, email)
  await investor.ask('POST', '/ext/email/confirm', { code: demoCode })
  expect((await press()).textOf('[role="status"]')).toContain(say('flash:emailConfirmed'))
  await changeEmail(stack, investor, newPerson().email)
  expect((await press('123456')).textOf('[role="status"]')).toContain(say('flash:emailConfirmed'))
})

test('a changed e-mail is pending while the old one stays in force', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await signedIn(stack.url, investor, 'en')
  const profile = await visitor.visit('/cabinet/settings/profile')
  expect(profile.html).not.toContain('id="email-code"')
  const { email } = newPerson()
  // The first code is less than a minute old.
  const early = await visitor.submit(profile, 'name="vk"', {
    email,
    phone: investor.phone,
    currentPassword: investor.password,
  })
  expect(early.status).toBe(429)
})
