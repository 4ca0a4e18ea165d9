import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { newInvestor, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { rowsOf, signedIn } from '../support/visitor'

/**
 * Pages of several parts over an upstream of which some fail: what answers is shown, what does not is said or left
 * out, and no figure is invented in its place.
 */

const test = journeysOn({ env: { UPSTREAM_TIMEOUT_GET_MS: '3000' } })

const get = (path: RegExp) => ({ method: 'GET', path })

test.describe('what only stands beside', () => {
  const extensions = get(/\/settings\/extensions$/)

  test('takes no address and no request away when it can not be had', async ({ stack }) => {
    const say = textsOf('en')
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    const { id, wallet } = await investor.ask('POST', '/funds/refills', {
      system: 'usdt-trc20',
      amount: '50',
    })
    const { payment } = (await investor.ask('POST', '/funds/payments', {
      system: 'usdt-trc20',
      amount: '200',
      wallet: tronWallet,
    })) as { payment: { id: string } }
    stack.faulty.fail('answers 503', extensions)
    const toPay = await visitor.visit(`/cabinet/top-up/${id as string}`)
    const answer = await visitor.visit(`/cabinet/withdrawals/${payment.id}`)
    stack.faulty.heal()
    expect([toPay.status, answer.status]).toEqual([200, 200])
    expect(toPay.text.replace(/\s/g, '')).toContain(wallet)
    expect(answer.text).toContain('200.00 USDT')
    expect(answer.text).not.toContain(say('cabinet:withdrawals.cancel.open'))
  })

  test('takes neither the statement away nor the form of a top-up', async ({ stack }) => {
    const say = textsOf('en')
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    stack.faulty.fail('answers 503', get(/\/user\/balance/))
    const statement = await visitor.visit('/cabinet/operations?currency=USDT')
    expect(statement.status).toBe(200)
    expect(rowsOf(statement).join()).toContain('700.00 USDT')
    expect(statement.$('option[value="USDT"][selected]')).toHaveLength(1)
    stack.faulty.heal()

    stack.faulty.fail('answers 503', get(/\/funds\/refills/))
    const topUps = await visitor.visit('/cabinet/top-up')
    stack.faulty.heal()
    expect(topUps.text).toContain(say('cabinet:dashboard.failed'))
    const answer = await visitor.submit(topUps, 'name="amount"', { system: 'usdt-trc20', amount: '60' })
    expect(answer.url.pathname).toMatch(/^\/cabinet\/top-up\/./)
  })
})
