import { demoOperator, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { languages, textsOf } from '../support/texts'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Withdrawals that a rule holds: what an operator sees of them, and what their investor does. */

const address = '/operator/anomalies'

for (const lng of languages)
  test(`a withdrawal after many refused sign-ins is held, and only the operator sees why, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
    const guess = (network: number) =>
      fetch(`${stack.backendUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${network}` },
        body: JSON.stringify({ login: investor.login, password: 'a guess' }),
      })
    for (let n = 0; n < 20; n++) expect((await guess(1 + (n % 3))).status).toBe(400)
    // Refused sign-ins are recorded after their answers.
    const recorded = async () => {
      const { items } = (await investor.ask('GET', '/ext/activity?outcome=refused')) as {
        items: { times: number }[]
      }
      return items.reduce((sum, { times }) => sum + times, 0)
    }
    await expect.poll(recorded).toBe(20)
    const request = { system: 'usdt-trc20', amount: '30', wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string; status: string }
    }
    expect(payment.status).toBe('under_review')

    const owner = await signedIn(stack.url, investor, lng)
    const own = await owner.visit(`/cabinet/withdrawals/${payment.id}`)
    expect(own.text).toContain(say('common:status.payment.under_review'))
    const why = say('operator:anomalies.rule.refused_sign_ins', { attempts: 20, networks: 3 })
    expect(own.html).not.toContain(why)
    expect(own.links(`/cabinet/withdrawals/${payment.id}/cancel`)).toEqual([])

    const operator = openVisitor(stack.url, lng)
    const start = await operator.press(await operator.visit('/login'), 'name="password"', demoOperator)
    const page = await operator.follow(start, say('operator:anomalies.title'))
    expect(page.url.pathname).toBe(address)
    const row = rowsOf(page).find((cells) => cells.join(' ').includes(payment.id))
    expect(row?.join(' ')).toContain(why)
    expect(row?.join(' ')).toContain(investor.login)
    // The demonstration has one of its own.
    expect(page.text).toContain(say('operator:anomalies.rule.takeover', { percent: '' }).split(',')[0])
    expect((await operator.visit(`${address}?status=decided`)).text).not.toContain(payment.id)
    await investor.ask('POST', `/ext/demo/payments/${payment.id}/decide`, { decision: 'reject' })
    const then = await operator.visit(address)
    expect(then.text).not.toContain(payment.id)
    expect((await operator.visit(`${address}?status=decided`)).text).toContain(why)
    expect((await owner.visit(address)).status).toBe(404)
    expect((await openVisitor(stack.url).visit(address)).status).toBe(404)
  })
