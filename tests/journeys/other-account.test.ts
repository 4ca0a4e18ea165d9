import { fileOf } from '../support/files'
import { type Investor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { Answer, signedIn } from '../support/visitor'

/**
 * One browser, two accounts: a page was opened in one, and somebody has signed in to the other in another tab. What was typed
 * for the first does nothing in the second, and nothing of it is shown there.
 */

interface TypedForm {
  name: string
  page: string
  mark: string
  values: Record<string, string | File>
  /** Of the account that must not change, as the backend has it. */
  read: string
}

const photos = { photoDocument: fileOf('jpg'), photoLogin: fileOf('jpg'), photoWallet: fileOf('jpg') }
const papers = { fullName: 'Kai Marin', birthDate: '1990-02-03', documentNumber: 'LT 12345678' }

const withoutKey: TypedForm[] = [
  {
    name: 'personal data',
    page: '/cabinet/settings/profile',
    mark: 'name="fullName"',
    values: { fullName: 'Kai Marin' },
    read: '/ext/user',
  },
  {
    name: 'contacts',
    page: '/cabinet/settings/profile',
    mark: 'name="email"',
    values: { email: 'kai@example.org' },
    read: '/ext/user',
  },
  {
    name: 'documents',
    page: '/cabinet/settings/verification',
    mark: 'name="documentNumber"',
    values: { ...papers, maritalStatus: 'single', ...photos },
    read: '/ext/user',
  },
  {
    name: 'the list of wallets',
    page: '/cabinet/settings/security/wallet-list',
    mark: 'name="intent"',
    values: {},
    read: '/ext/wallet-list',
  },
]

/** Two accounts, and the page that was opened in the first. */
async function openedInAnother(stack: { url: string; backendUrl: string }, page: string) {
  const [first, second] = [
    await newInvestor(stack.backendUrl, { usdt: '700' }),
    await newInvestor(stack.backendUrl, { usdt: '700' }),
  ]
  const opened = await (await signedIn(stack.url, first, 'en')).visit(page)
  const visitor = await signedIn(stack.url, second, 'en', { saysOrigin: true })
  return { opened, visitor, second }
}

for (const { name, page, mark, values, read } of withoutKey)
  test(`a form of ${name} that was opened in another account is refused, and changes nothing`, async ({
    stack,
  }) => {
    const { opened, visitor, second } = await openedInAnother(stack, page)
    const before = await second.ask('GET', read)
    const answer = await visitor.submit(opened, mark, values)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain(textsOf('en')('refusals:request.form_account', { login: second.login }))
    expect(answer.text).not.toContain('Kai Marin')
    expect(answer.$(`main a[href="${page}"]`).text()).toBe(textsOf('en')('refusals:request.openAnew'))
    expect(await second.ask('GET', read)).toEqual(before)
  })

test('documents that the script of their page sends from another account are refused at its form', async ({
  stack,
}) => {
  const { opened, visitor, second } = await openedInAnother(stack, '/cabinet/settings/verification')
  const token = opened.value('formToken')
  const html = `<main><form method="post" action="/cabinet/settings/verification/documents" enctype="multipart/form-data"><input type="hidden" name="formToken" value="${token}"></form></main>`
  const sent = await visitor.submit(new Answer(200, opened.url, html), 'name="formToken"', {
    ...{ ...papers, maritalStatus: 'single', ...photos },
  })
  expect(sent.status).toBe(409)
  expect(JSON.parse(sent.html)).toMatchObject({
    lastResult: {
      error: { '': [textsOf('en')('refusals:request.form_account', { login: second.login })] },
    },
  })
})

test('a file of all data is not handed out to a form of another account', async ({ stack }) => {
  const { opened, visitor } = await openedInAnother(stack, '/cabinet/settings/data')
  const answer = await visitor.submit(opened, 'action="/cabinet/settings/data/download"')
  expect([answer.status, answer.url.pathname]).toEqual([200, '/cabinet/settings/data'])
  expect(answer.text).toContain(textsOf('en')('flash:formOfAnotherAccount'))
})

const withReview: [name: string, page: string, mark: string, values: Record<string, string>][] = [
  [
    'a deposit',
    '/cabinet/deposits/new',
    'name="amount"',
    { planId: 'breeze', currency: 'USDT', amount: '300' },
  ],
  [
    'a withdrawal',
    '/cabinet/withdrawals/new?system=usdt-trc20',
    'name="wallet"',
    { system: 'usdt-trc20', amount: '200', wallet: tronWallet },
  ],
  ['an exchange', '/cabinet/exchange', 'name="amount"', { from: 'USDT', to: 'BTC', amount: '200' }],
  ['a subscription', '/cabinet/subscription', 'name="optionId"', { optionId: 'month' }],
]

for (const [name, page, mark, values] of withReview)
  test(`${name} that was filled in in another account gets no review in this one`, async ({ stack }) => {
    const { opened, visitor } = await openedInAnother(stack, page)
    const answer = await visitor.submit(opened, mark, values)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(textsOf('en')('refusals:code.form_foreign'))
    expect(answer.html).not.toContain('name="figures"')
  })

test('a form of the same account goes on after another sign-in', async ({ stack }) => {
  const investor = await newInvestor(stack.backendUrl)
  const opened = await openedBy(stack.url, investor, '/cabinet/settings/profile')
  const visitor = await signedIn(stack.url, investor, 'en', { saysOrigin: true })
  const answer = await visitor.submit(opened, 'name="fullName"', { fullName: 'Kai Marin' })
  expect(answer.status).toBe(200)
  expect((await visitor.visit('/cabinet/settings/profile')).html).toContain('Kai Marin')
})

test('a page of another account can still sign out', async ({ stack }) => {
  const { opened, visitor } = await openedInAnother(stack, '/cabinet')
  const answer = await visitor.submit(opened, 'action="/logout"')
  expect(answer.status).toBe(200)
  expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
})

async function openedBy(url: string, who: Investor, page: string): Promise<Answer> {
  const visitor = await signedIn(url, who, 'en')
  return visitor.visit(page)
}
