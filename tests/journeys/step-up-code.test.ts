import { currentPassword, demoCode, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Answer, signedIn } from '../support/visitor'

/**
 * Without a second factor: the password, and then the code that is sent to the reader. These visitors type no code by
 * themselves.
 */
const byHand = { readsMessages: false }
const withdrawal = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }

for (const lng of ['ru', 'en'] as const) {
  const say = textsOf(lng)

  test(`in ${lng} a withdrawal asks for the password, then for the code, and says what is wrong`, async ({
    stack,
  }) => {
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, lng, byHand)
    const form = await visitor.visit('/cabinet/withdrawals/new')
    let page = await visitor.submit(form, 'name="amount"', withdrawal)
    const confirm = async (typed: Record<string, string> = {}): Promise<Answer> =>
      (page = await visitor.press(page, 'name="figures"', typed))

    await confirm()
    expect(page.text).toContain(say('cabinet:withdrawals.review.passwordHint'))
    await confirm({ currentPassword })
    expect(page.refused).toEqual({ problems: [], fields: 0 })
    expect(page.$('main [name="currentPassword"]')).toHaveLength(0)
    const field = page.$('main [name="stepUpCode"]')
    expect([field.is('[autofocus]'), field.attr('autocomplete')]).toEqual([true, 'one-time-code'])
    expect(page.text).toContain(say('settings:stepUp.email'))
    expect(page.text).toContain(say('settings:stepUp.demoHint'))

    await confirm({ stepUpCode: '123456' })
    expect([page.status, page.refused]).toEqual([
      422,
      { problems: [say('refusals:code.step_up_code_invalid')], fields: 1 },
    ])
    expect(page.text).toContain(say('settings:stepUp.email'))
    // Without a code another one is asked for, by the password once more.
    await confirm({ stepUpCode: '' })
    expect(page.$('main [name="currentPassword"]')).toHaveLength(1)
    await confirm({ currentPassword })
    await confirm({ stepUpCode: demoCode })
    expect(page.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
    expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(1)
  })

  test(`in ${lng} the file of all data keeps asking for the code that was sent`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng, byHand)
    const take = (page: Answer, typed?: Record<string, string>) =>
      visitor.press(page, say('security:data.downloadFile'), typed)
    const sent = await take(await take(await visitor.visit('/cabinet/settings/data')), { currentPassword })
    expect(sent.refused.problems).toEqual([])
    expect(sent.text).toContain(say('settings:stepUp.email'))
    const wrong = await take(sent, { stepUpCode: '123456' })
    expect(wrong.refused).toEqual({ problems: [say('refusals:code.step_up_code_invalid')], fields: 1 })
    expect(wrong.text).toContain(say('settings:stepUp.email'))
    const long = await take(wrong, { stepUpCode: '1'.repeat(65) })
    expect([long.refused.fields, long.value('stepUp')]).toEqual([1, 'email'])
    const file = await take(long, { stepUpCode: demoCode })
    expect(file.headers.get('content-disposition')).toContain('.json')
  })

  test(`in ${lng} a new password takes the present one and the code`, async ({ stack }) => {
    const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), lng, byHand)
    const passwords = { currentPassword, password: 'High-tide-at-9', passwordRepeat: 'High-tide-at-9' }
    const form = await visitor.visit('/cabinet/settings/password')
    const sent = await visitor.press(form, 'name="currentPassword"', passwords)
    expect(sent.refused.problems).toEqual([])
    expect(sent.text).toContain(say('settings:stepUp.email'))
    expect(sent.html).not.toContain(passwords.password)
    expect(form.text).not.toContain(say('security:typeAgain'))
    const field = sent.$('main input[name="currentPassword"]')
    expect([field.is('[autofocus]'), sent.textOf(`#${field.attr('aria-describedby')}`)]).toEqual([
      true,
      say('security:typeAgain'),
    ])
    const changed = await visitor.press(sent, 'name="stepUpCode"', { ...passwords, stepUpCode: demoCode })
    expect(changed.text).toContain(say('flash:passwordUpdated'))
  })
}

test('whoever has the session and the password, and not the messages, moves no money and changes nothing', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const thief = await signedIn(stack.url, investor, 'en', byHand)
  const proof = { currentPassword, stepUp: 'password' }
  const review = await thief.submit(
    await thief.visit('/cabinet/withdrawals/new'),
    'name="amount"',
    withdrawal,
  )
  const forms: [page: Answer, mark: string, values: Record<string, string>][] = [
    [review, 'name="figures"', {}],
    [
      await thief.visit('/cabinet/settings/profile'),
      'name="email"',
      { email: 'thief@example.org', phone: investor.phone },
    ],
    [
      await thief.visit('/cabinet/settings/payment-systems'),
      'name="wallets[0].address"',
      { 'wallets[0].address': tronWallet },
    ],
    [await thief.visit('/cabinet/settings/security/totp'), 'name="name"', { name: 'Phone' }],
    [await thief.visit('/cabinet/settings/security/wallet-list'), 'name="intent"', {}],
    [await thief.visit('/cabinet/settings/data'), 'action="/cabinet/settings/data/download"', {}],
    [await thief.visit('/cabinet/settings/data/deletion'), 'id="form"', {}],
    [await thief.visit('/cabinet/settings/sessions'), 'id="others"', {}],
  ]
  for (const [page, mark, values] of forms) {
    const answer = await thief.submit(page, mark, { ...values, ...proof })
    expect(answer.value('stepUp'), mark).toBe('email')
    const guessed = await thief.submit(answer, 'name="stepUpCode"', { ...values, stepUpCode: '123456' })
    expect([422, 429, 200], mark).toContain(guessed.status)
    expect(guessed.refused.problems, mark).toHaveLength(1)
  }
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  expect((await investor.ask('GET', '/user-data/wallets'))['items']).toEqual([])
  expect((await investor.ask('GET', '/ext/factors'))['items']).toEqual([])
  const { user } = await investor.ask('POST', '/user/profile', {})
  expect(user).toMatchObject({ email: investor.email, pendingEmail: null })
})
