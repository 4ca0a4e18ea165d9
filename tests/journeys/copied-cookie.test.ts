import { currentPassword, newInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Answer, type Visitor, openVisitor, signedIn } from '../support/visitor'

/** A copied session cookie can't do what requires the password; the owner with the password can. */

const wallet = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
const fillIn = async (visitor: Visitor) =>
  visitor.submit(await visitor.visit('/cabinet/withdrawals/new'), 'name="amount"', wallet)
const confirm = (visitor: Visitor, review: Answer, values: Record<string, string> = {}) =>
  visitor.submit(review, 'name="figures"', values)

test("a copied cookie can't change contacts, save a wallet or withdraw", async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const thief = await signedIn(stack.url, investor, 'en')
  const asksAtField = (answer: Answer) => {
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('Enter your password')
    const field = answer.$('input[name="currentPassword"]').first()
    expect(field.attr('aria-describedby')).toMatch(/-hint$/)
    expect(field.is('[autofocus]')).toBe(true)
    expect(field.is('[aria-invalid]')).toBe(false)
  }

  for (const change of [{ email: newPerson().email }, { phone: newPerson().phone }]) {
    const page = await thief.visit('/cabinet/settings/profile')
    expect(page.html).not.toContain('currentPassword')
    const contacts = { email: investor.email, phone: investor.phone, ...change }
    const reply = await thief.submit(page, 'name="email"', contacts)
    asksAtField(reply)
    const guessed = await thief.submit(reply, 'name="email"', {
      ...contacts,
      currentPassword: 'a guess of mine',
    })
    expect(guessed.text).toContain('The current password is wrong')
    expect(guessed.html).not.toContain('a guess of mine')
  }
  const wallets = await thief.visit('/cabinet/settings/payment-systems')
  const name = wallets.$('[name^="wallets["][name$="].address"]').first().attr('name') ?? ''
  expect(wallets.value(name.replace('.address', '.system'))).toBe('usdt-trc20')
  asksAtField(await thief.submit(wallets, `name="${name}"`, { [name]: tronWallet }))

  const reply = await confirm(thief, await fillIn(thief))
  asksAtField(reply)
  expect(reply.text).toContain('Confirm the withdrawal with your password')
  const guessed = await confirm(thief, reply, { currentPassword: 'a guess of mine' })
  expect(guessed.status).toBe(422)
  expect(guessed.text).toContain('The current password is wrong')
  expect(guessed.html).not.toContain('a guess of mine')

  const data = await thief.visit('/cabinet/settings/data')
  asksAtField(await thief.submit(data, 'action="/cabinet/settings/data/download"'))
  const deletion = await thief.visit('/cabinet/settings/data/deletion')
  const askedToErase = await thief.submit(deletion, 'id="form"')
  asksAtField(askedToErase)
  const erased = await thief.submit(askedToErase, 'id="form"', { currentPassword: 'a guess of mine' })
  expect(erased.text).toContain('The current password is wrong')

  const { user } = await investor.ask('POST', '/user/profile', {})
  expect(user).toMatchObject({ email: investor.email, phone: investor.phone, phoneConfirmed: true })
  expect((await investor.ask('GET', '/user-data/wallets'))['items']).toEqual([])
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
})

test('a withdrawal is confirmed once, however often it is sent, and one within five minutes needs neither password nor code', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const owner = await signedIn(stack.url, investor, 'en')
  const answer = await confirm(owner, await fillIn(owner))
  expect(answer.hiddenFields()).not.toHaveProperty('currentPassword')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => confirm(owner, answer, { currentPassword })),
  )
  expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
  const { items } = (await investor.ask('GET', '/funds/payments')) as { items: { id: string }[] }
  expect(items).toHaveLength(1)
  // The owner is notified, with the wallet masked.
  const { items: notified } = (await investor.ask('GET', '/notification')) as { items: { message: string }[] }
  expect(notified[0]?.message).toContain(`${tronWallet.slice(0, 4)}…${tronWallet.slice(-4)}`)

  await investor.ask('POST', `/ext/demo/payments/${items[0]!.id}/decide`, { decision: 'complete' })
  const again = await fillIn(owner)
  const made = await confirm(owner, again, { again: again.value('again') })
  expect(made.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
})

test('the owner is told of a cookie that is used elsewhere, once, and ends it by the answer', async ({
  stack,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const owner = await signedIn(stack.url, investor, 'en')
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const thief = openVisitor(stack.url, 'en', {
    cookie: owner.cookie(),
    headers: { 'User-Agent': firefox },
    readsMessages: false,
  })
  const messages = async () => {
    const { items } = (await investor.ask('GET', '/notification')) as {
      items: { id: string; message: string }[]
    }
    return items.filter(({ message }) => message.includes('is used on another device'))
  }
  await Promise.all(['/cabinet', '/cabinet/deposits', '/cabinet/operations'].map((path) => thief.visit(path)))
  await expect.poll(async () => (await messages()).length).toBe(1)
  await thief.visit('/cabinet/withdrawals')
  const [told] = await messages()
  expect(told?.message).toContain('Firefox, Linux')
  expect(await messages()).toHaveLength(1)

  const review = await confirm(thief, await fillIn(thief), { currentPassword })
  expect(review.value('stepUpCode')).toBe('')
  expect((await investor.ask('GET', '/funds/payments'))['total']).toBe(0)
  const answer = await owner.visit(`/cabinet/notifications/${told!.id}/not-me`)
  await owner.press(answer, 'method="post"')
  expect((await thief.visit('/cabinet')).url.pathname).toBe('/login')
})
