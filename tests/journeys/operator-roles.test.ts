import { type OperatorRole } from '~/contract/operator-roles'
import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'

/** What each role of operators finds: no page leads to one that the role may not open. */

/** So many pages of one kind are opened, such as of one case or of one filter. */
const ofEachKind = 3

for (const role of ['admin', 'cashier', 'support', 'editor'] as const)
  test(`every link on the pages of ${role} leads to a page that ${role} may open`, async ({ stack }) => {
    const cases = await casesThatWait(stack)
    const operator = await operatorAt(stack, role)
    const opened = await openAll(operator, ['/operator', ...(role === 'editor' ? [] : cases)])
    const refused = opened.filter(({ status }) => status !== 200)
    expect(refused.map(({ path, from }) => `${path} on ${from}`)).toEqual([])
    expect(opened.length).toBeGreaterThan(10)
    if (role !== 'support') return
    // The case says what it waits for all the same.
    for (const path of cases)
      expect((await operator.visit(path)).text).toContain(textsOf('en')('operator:approvals.waits'))
  })

async function operatorAt({ url }: WatchedProduct, role: OperatorRole): Promise<Visitor> {
  const visitor = openVisitor(url, 'en')
  const signIn = { login: role, password: `Demo-${role}-1` }
  await visitor.press(await visitor.visit('/login'), 'name="password"', signIn)
  return visitor
}

/** A withdrawal and an investor about whom a proposal waits for a second operator. */
async function casesThatWait({ backendUrl }: WatchedProduct): Promise<string[]> {
  const admin = await knownInvestor(backendUrl, demoOperator)
  const { rules } = (await admin.ask('GET', '/ext/operator/proposals')) as { rules: { on: boolean } }
  const value = { on: true, over: { payment: '1000', refill: '1000' } }
  if (!rules.on) await admin.ask('PATCH', '/ext/operator/settings/fourEyes', { value })
  const investor = await newInvestor(backendUrl, { usdt: '2000' })
  const request = { system: 'usdt-trc20', amount: '1500', wallet: tronWallet }
  const { payment } = (await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  await admin.ask('POST', `/ext/operator/payments/${payment.id}/decide`, { decision: 'approve' })
  const { items } = (await admin.ask('GET', `/ext/operator/investors?search=${investor.login}`)) as {
    items: { id: string }[]
  }
  const { id } = items[0]!
  const correction = { direction: 'credit', currency: 'USDT', amount: '5', reason: 'Paid twice.' }
  await admin.ask('POST', `/ext/operator/investors/${id}/corrections`, correction)
  return [`/operator/withdrawals/${payment.id}`, `/operator/investors/${id}`]
}

interface Opened {
  path: string
  /** The page with the link. */
  from: string
  status: number
}

/** Opens pages and, by their links, those of operators that they lead to. */
async function openAll(visitor: Visitor, paths: string[]): Promise<Opened[]> {
  const waiting = paths.map((path) => ({ path, from: 'nowhere' }))
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  const opened: Opened[] = []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path } = next
    const kind = kindOf(path)
    const count = counts.get(kind) ?? 0
    if (seen.has(path) || count >= ofEachKind) continue
    seen.add(path)
    counts.set(kind, count + 1)
    const page = await visitor.visit(path)
    opened.push({ ...next, status: page.status })
    const links = page.links('/operator').map((link) => link.split('#', 1)[0]!)
    waiting.push(...links.map((link) => ({ path: link, from: path })))
  }
  return opened
}

/** An address without what tells one entry or one filter from another. */
function kindOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const parts = pathname.split('/').map((part) => (/\d/.test(part) ? ':id' : part))
  return [parts.join('/'), ...[...searchParams.keys()].sort()].join(' ')
}
