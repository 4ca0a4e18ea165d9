import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages, textsOf } from '../support/texts'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'

/** The audit trail as an admin reads it, and nobody else. */

const address = '/operator/audit'
const cashier = { login: 'cashier', password: 'Demo-cashier-1' }

for (const lng of languages)
  test(`a decision is found with who made it, from where, and what it changed, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
    const request = { system: 'usdt-trc20', amount: '30', wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    const { ask } = await knownInvestor(stack.backendUrl, cashier)
    const reason = `=HYPERLINK("x") ${payment.id}`
    await ask('POST', `/ext/operator/payments/${payment.id}/decide`, { decision: 'reject', reason })

    const admin = openVisitor(stack.url, lng)
    const start = await admin.press(await admin.visit('/login'), 'name="password"', demoOperator)
    const trail = await admin.follow(start, say('operators:audit.title'))
    expect(trail.url.pathname).toBe(address)
    const found = await admin.press(trail, 'name="search"', { search: payment.id, actor: 'CASHIER' })
    expect(found.url.searchParams.get('actor')).toBe('CASHIER')
    const [row = [], ...others] = rowsOf(found)
    expect(others).toEqual([])
    const text = row.join(' ')
    const what = `${say('operators:audit.kind.payment')}: ${say('operators:audit.verb.reject')}`
    for (const part of [what, reason, 'cashier', '127.0.0.1', 'status', 'pending → rejected'])
      expect(text).toContain(part)
    expect(found.links(`/operator/withdrawals/${payment.id}`)).toHaveLength(1)

    // The same records as a file, in which nothing is a formula.
    const [file = ''] = found.links('/operator/audit.csv')
    const csv = await admin.visit(file)
    expect(csv.html).toContain(`"'=HYPERLINK(""x"") ${payment.id}"`)
    expect(csv.html.trim().split('\r\n')).toHaveLength(2)

    const checked = await admin.follow(found, say('operators:audit.check'))
    expect(checked.text).toContain(say('operators:audit.head'))
    expect(checked.text).toMatch(/\d+:[0-9a-f]{64}/)
    expect(rowsOf(checked)).toHaveLength(1)

    const none = await admin.visit(`${address}?search=${payment.id}&to=2020-01-01`)
    expect(none.text).toContain(say('common:list.noMatches'))
    const swapped = await admin.visit(`${address}?from=2026-02-02&to=2026-02-01`)
    expect(swapped.text).toContain(say('refusals:code.dates_swapped'))
  })

test('no other role and no other user has these pages', async ({ stack }) => {
  const investor = await signedIn(stack.url, await newInvestor(stack.backendUrl))
  const visitors = [openVisitor(stack.url), investor]
  for (const role of ['cashier', 'support', 'editor']) {
    const visitor = openVisitor(stack.url, 'en')
    const account = { login: role, password: `Demo-${role}-1` }
    const start = await visitor.submit(await visitor.visit('/login'), 'name="password"', account)
    expect(start.links(address), role).toEqual([])
    visitors.push(visitor)
  }
  for (const visitor of visitors)
    for (const path of [address, `${address}.csv`]) expect((await visitor.visit(path)).status, path).toBe(404)
})
