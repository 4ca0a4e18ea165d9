import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { operatorPaths } from '../../app/operator-paths'
import { paths } from '../../app/paths'
import { type FormName } from '../../app/money-forms/types'
import { createSealer } from '../../app/session/seal.server'
import {
  currentPassword,
  demoAdmin,
  demoInvestor,
  demoOperator,
  knownInvestor,
  newAccount,
  newInvestor,
  newPerson,
} from './investor'
import { newPayment } from './money-forms'
import { until } from './program'
import { isShownAt } from './routes'
import { addAuthenticator } from './second-factor'
import { type Stack, testSecret } from './stack'
import { signIn } from './steps'
import { openVisitor } from './visitor'
import { saveWallet } from './withdrawals'

/**
 * Pages that the demonstration has once something has been done: of readers between the password and the cabinet, of links in
 * messages, of sealed addresses, and of what operators begin.
 */

type Product = Pick<Stack, 'url' | 'backendUrl' | 'dataDir'>

/** Brings the reader, nobody so far, into the state of a page. @returns its address */
type Prepare = (page: Page, product: Product) => Promise<string>

/** By the address in the tree of routes. */
export const preparedPages: Record<string, Prepare> = {
  '/phone': async (page, { backendUrl }) => {
    await signIn(page, await newAccount(backendUrl))
    return paths.phone()
  },
  '/login/second-factor': async (page, product) => {
    await signInWithFactor(page, product)
    return paths.loginFactor()
  },
  '/login/second-factor/lost': async (page, product) => {
    await signInWithFactor(page, product)
    return paths.lostFactors()
  },
  '/answer/:ticket': async (page, { url }) => {
    const [key, browser] = [newKey(), newKey()]
    await page.context().addCookies([{ name: `late-${key.slice(0, 8)}`, value: browser, url }])
    const ticket = { key, browser, path: paths.settings('password'), userId: null, startedAt: longAgo() }
    return paths.lateAnswer(await sealed('late answer', ticket))
  },
  '/not-me/:token': async (_page, product) => {
    const investor = await newInvestor(product.backendUrl)
    await saveWallet(investor)
    return linkIn(product, investor.email, 'link')
  },
  '/invitation/:token': async (_page, product) => (await invite(product)).link,
  '/cabinet/notifications/:id/not-me': async (page, { backendUrl }) => {
    const investor = await newInvestor(backendUrl)
    await saveWallet(investor)
    await signIn(page, investor)
    const { items } = (await investor.ask('GET', '/notification')) as { items: { id: string }[] }
    return paths.notificationNotMe(items[0]!.id)
  },
  '/cabinet/notifications/:id/view': async (page, { backendUrl }) => {
    await signIn(page, demoInvestor)
    const { ask } = await knownInvestor(backendUrl, demoInvestor)
    const { items } = (await ask('GET', '/notification?type=mailing&limit=100')) as {
      items: { id: string; image: string | null }[]
    }
    const pictured = items.find(({ image }) => image !== null)
    if (!pictured) throw new Error('no message has a picture')
    return paths.notificationView(pictured.id)
  },
  '/cabinet/settings/security/:factorId': async (page, { backendUrl }) => {
    const investor = await newInvestor(backendUrl)
    await signIn(page, investor)
    return `${paths.settings('security')}/${(await addAuthenticator(investor)).id}`
  },
  '/cabinet/submissions/:ticket': async (page, { backendUrl }) => {
    await signIn(page, demoInvestor)
    const { id } = await knownInvestor(backendUrl, demoInvestor)
    const values = { planId: 'breeze', currency: 'USDT', amount: '300' }
    return paths.submission(await ticketOf('deposits.create', id, values))
  },
  '/operator/submissions/:ticket': async (page, { backendUrl }) => {
    await signIn(page, demoOperator)
    const { id } = await knownInvestor(backendUrl, demoOperator)
    return operatorPaths.submission(await ticketOf('operator.setRate', id, { coin: 'BTC', rate: '60000' }))
  },
  '/operator/several/:queue/:series': async (page, { backendUrl }) => {
    await signIn(page, demoOperator)
    const { id, ask } = await knownInvestor(backendUrl, demoOperator)
    const { items } = (await ask('GET', '/ext/operator/payments?limit=3')) as { items: { id: string }[] }
    const series = {
      ...sent('operator.decidePayment', id, { decision: 'reject' }),
      parts: items.map((one) => one.id),
    }
    return operatorPaths.severalResults('withdrawals', await sealed('submission series', series))
  },
  '/operator/security/:factorId': async (page, product) => {
    const { email, link } = await invite(product)
    const operator = { login: email.split('@')[0]!, password: currentPassword }
    const invited = openVisitor(product.url)
    const typed = { ...operator, passwordRepeat: currentPassword }
    await invited.press(await invited.visit(link), 'name="passwordRepeat"', typed)
    await signIn(page, operator)
    const { id } = await addAuthenticator(await knownInvestor(product.backendUrl, operator))
    return `${operatorPaths.security()}/${id}`
  },
  '/operator/approvals/:id': async (page, { backendUrl }) => {
    await signIn(page, demoOperator)
    const { login } = await newInvestor(backendUrl, { usdt: '100' })
    const { ask } = await knownInvestor(backendUrl, demoOperator)
    const { items } = (await ask('GET', `/ext/operator/investors?search=${login}`)) as {
      items: { id: string }[]
    }
    const correction = {
      direction: 'credit',
      currency: 'USDT',
      amount: '12.5',
      reason: 'Credited too little.',
    }
    const { proposal } = (await ask(
      'POST',
      `/ext/operator/investors/${items[0]!.id}/corrections`,
      correction,
    )) as {
      proposal: { id: string }
    }
    return operatorPaths.approval(proposal.id)
  },
  '/operator/withdrawals/batches/:id': async (page, product) => {
    await signIn(page, demoOperator)
    return operatorPaths.batch(await openBatch(product))
  },
  '/operator/withdrawals/batches/:id/transfers': async (page, product) => {
    await signIn(page, demoOperator)
    return operatorPaths.batchTransfers(await openBatch(product))
  },
}

/** Brings the reader into the state of each prepared page, and visits it. */
export async function eachPrepared(
  page: Page,
  product: Product,
  visit: (address: string) => Promise<void>,
): Promise<void> {
  for (const [route, prepare] of Object.entries(preparedPages)) {
    await page.context().clearCookies()
    const address = await prepare(page, product)
    if (!isShownAt(route, address)) throw new Error(`${address} is not of ${route}`)
    await visit(address)
  }
}

async function signInWithFactor(page: Page, { backendUrl }: Product): Promise<void> {
  const investor = await newInvestor(backendUrl)
  await addAuthenticator(investor)
  await signIn(page, investor)
}

/** Of a form whose page reads the outcome alone. The upstream has never had it, and by now it would have. */
async function ticketOf(form: FormName, userId: string, values: Record<string, string>): Promise<string> {
  const ticket = sent(form, userId, values)
  return `${form}~${ticket.key}~${await sealed('submission ticket', ticket)}`
}

function sent(form: FormName, userId: string, values: Record<string, string>) {
  const startedAt = longAgo()
  return { key: newKey(), form, userId, values, startedAt, sentAt: new Date(startedAt).toISOString() }
}

const newKey = () => randomBytes(18).toString('base64url')
const longAgo = () => Date.now() - 20 * 60_000
const sealed = (purpose: string, content: object) => createSealer([testSecret]).seal(purpose, content)

/** Invites an operator. @returns the address of the invitation's page */
async function invite(product: Product): Promise<{ email: string; link: string }> {
  const { email } = newPerson()
  const { ask } = await knownInvestor(product.backendUrl, demoOperator)
  await ask('POST', '/ext/operator/invitations', { email, role: 'support' })
  return { email, link: await linkIn(product, email, 'invitation') }
}

/** The address that a message to somebody links to: without a provider the backend writes messages to a file. */
async function linkIn({ dataDir }: Product, recipient: string, value: string): Promise<string> {
  let link: string | undefined
  await until(`a message to ${recipient} has a link`, async () => {
    const text = await readFile(join(dataDir, 'outbox.jsonl'), 'utf8').catch(() => '')
    const lines = text.split('\n').slice(0, -1)
    const messages = lines.map(
      (line) => JSON.parse(line) as { recipient: string; values: Record<string, string> },
    )
    link = messages.findLast((message) => message.recipient === recipient && message.values[value])?.values[
      value
    ]
    return link !== undefined
  })
  return new URL(link!).pathname
}

/** The open batch, or a new one of a single withdrawal. @returns its id */
async function openBatch({ backendUrl }: Product): Promise<string> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { items } = (await ask('GET', '/ext/operator/batches?status=open')) as { items: { id: string }[] }
  if (items[0]) return items[0].id
  const investor = await newInvestor(backendUrl, { usdt: '100' })
  const payment = await withoutWalletRest(backendUrl, () => newPayment(investor, '50'))
  await ask('POST', `/ext/operator/payments/${payment}/decide`, { decision: 'approve' })
  const system = 'usdt-trc20'
  const { draft } = (await ask('GET', `/ext/operator/batch-drafts/${system}`)) as {
    draft: { checksum: string }
  }
  const { batch } = (await ask('POST', '/ext/operator/batches', { system, checksum: draft.checksum })) as {
    batch: { id: string }
  }
  return batch.id
}

/** Runs the work while withdrawals to a new wallet do not wait for a day. */
async function withoutWalletRest<Result>(backendUrl: string, work: () => Promise<Result>): Promise<Result> {
  const [{ ask }, admin] = await Promise.all([
    knownInvestor(backendUrl, demoOperator),
    knownInvestor(backendUrl, demoAdmin),
  ])
  const path = '/ext/operator/settings/limits'
  const { value } = (await ask('GET', path)) as { value: { rest: object } }
  const change = async (next: object) => {
    const { proposal } = (await ask('PATCH', path, { value: next })) as { proposal: { id: string } }
    await admin.ask('POST', `/ext/operator/proposals/${proposal.id}/decide`, { decision: 'approve' })
  }
  await change({ ...value, rest: { ...value.rest, walletHours: 0 } })
  try {
    return await work()
  } finally {
    await change(value)
  }
}
