import { demoOperator, knownInvestor, newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { openVisitor, rowsOf } from '../support/visitor'

/** Transfers that the demonstration plays on operators' pages: checked and decided as real ones. */

const confirmField = 'name="figures"'

async function signedInOperator(url: string, lng: 'ru' | 'en', person = demoOperator) {
  const visitor = openVisitor(url, lng)
  await visitor.submit(await visitor.visit('/login'), 'name="password"', person)
  return visitor
}

for (const lng of otherPlainLanguages) {
  test(`a top-up is credited by a played transfer once, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const { ask } = await newInvestor(stack.backendUrl, { usdt: '30' })
    // In Russian its notation is another than the stored one.
    const { id } = (await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '1234.125' })) as {
      id: string
    }
    const operator = await signedInOperator(stack.url, lng)
    const page = await operator.visit(`/operator/top-ups/${id}`)
    const review = await operator.press(page, say('common:action.playTransfer'))
    expect(review.text).toContain(say('cases:review.title'))
    await operator.submit(review, confirmField)
    await operator.submit(review, confirmField)
    const credited = await ask('GET', `/funds/refills/${id}`)
    expect(credited).toMatchObject({ status: 'topped_up', creditedAmount: '1234.125' })
    expect(credited['transactionHash']).toMatch(/^[0-9a-f]{64}$/)
    const { currencies } = (await ask('GET', '/user/balance')) as {
      currencies: Record<string, { balance: string }>
    }
    expect(Number(currencies['USDT']?.balance)).toBe(1264.125)
    expect((await operator.visit(`/operator/top-ups/${id}`)).text).not.toContain(say('cases:play.refills'))
  })

  test(`a withdrawal is paid out by a played transfer, in ${lng}`, async ({ stack }) => {
    const say = textsOf(lng)
    const { ask } = await newInvestor(stack.backendUrl, { usdt: '60' })
    const { payment } = (await ask('POST', '/funds/payments', {
      ...{ system: 'usdt-trc20', amount: '50', wallet: tronWallet },
    })) as { payment: { id: string } }
    const operator = await signedInOperator(stack.url, lng)
    const page = await operator.visit(`/operator/withdrawals/${payment.id}`)
    const review = await operator.press(page, say('common:action.playTransfer'))
    await operator.submit(review, confirmField)
    const { items } = (await ask('GET', '/funds/payments')) as { items: Record<string, unknown>[] }
    expect(items[0]).toMatchObject({
      status: 'completed',
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    })
  })

  test(`a withdrawal whose played transfer the network rejects is back on the balance, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const { ask } = await newInvestor(stack.backendUrl, { usdt: '60' })
    const balance = async () => {
      const { currencies } = (await ask('GET', '/user/balance')) as {
        currencies: Record<string, { balance: string }>
      }
      return Number(currencies['USDT']?.balance)
    }
    const { payment } = (await ask('POST', '/funds/payments', {
      ...{ system: 'usdt-trc20', amount: '50', wallet: tronWallet },
    })) as { payment: { id: string } }
    expect(await balance()).toBe(10)
    const operator = await signedInOperator(stack.url, lng)
    const page = await operator.visit(`/operator/withdrawals/${payment.id}`)
    const review = await operator.press(page, say('cases:play.playRefused'))
    // Written in the language of the investor, whatever that of the operator is.
    const read = textsOf('en')('cases:reasons.payments.refused')
    expect(review.text).toContain(read)
    await operator.submit(review, confirmField)
    await operator.submit(review, confirmField)
    const { items } = (await ask('GET', '/funds/payments')) as { items: Record<string, unknown>[] }
    expect(items).toMatchObject([{ status: 'rejected', reason: read, transactionHash: null }])
    expect(await balance()).toBe(60)
    expect(JSON.stringify(await ask('GET', '/notification'))).toContain(read)
    expect((await operator.visit(`/operator/withdrawals/${payment.id}`)).text).not.toContain(
      say('cases:play.refused'),
    )
  })
}

test('who may not decide on money can not play a transfer either', async ({ stack }) => {
  const say = textsOf('en')
  const { ask } = await newInvestor(stack.backendUrl, { usdt: '30' })
  const { id } = (await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '30' })) as {
    id: string
  }
  const { payment } = (await ask('POST', '/funds/payments', {
    ...{ system: 'usdt-trc20', amount: '25', wallet: tronWallet },
  })) as { payment: { id: string } }
  const support = await signedInOperator(stack.url, 'en', { login: 'support', password: 'Demo-support-1' })
  for (const path of [`/operator/top-ups/${id}`, `/operator/withdrawals/${payment.id}`]) {
    const page = await support.visit(path)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain(say('common:action.playTransfer'))
    expect(page.html).not.toContain(say('cases:play.playRefused'))
  }
})

test('a batch comes back with a played transfer for each withdrawal', async ({ stack }) => {
  const say = textsOf('en')
  const { ask } = await newInvestor(stack.backendUrl, { usdt: '100' })
  const decide = await knownInvestor(stack.backendUrl, demoOperator)
  for (const amount of ['30', '40']) {
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await ask('POST', '/funds/payments', request)) as { payment: { id: string } }
    await decide.ask('POST', `/ext/operator/payments/${payment.id}/decide`, { decision: 'approve' })
  }
  const operator = await signedInOperator(stack.url, 'en')
  const drafts = await operator.visit('/operator/withdrawals/batches/new')
  const draft = await operator.follow(drafts, 'USDT TRC-20')
  const made = await operator.press(draft, say('batches:new.confirm'))
  await operator.press(made, say('batches:files.wallet'))
  const out = await operator.visit(made.url.pathname)
  const transfers = await operator.follow(out, say('batches:transfers.open'))
  const review = await operator.press(transfers, say('common:action.playTransfer'))
  const results = rowsOf(review).map((cells) => cells.at(-1))
  expect(results.length).toBeGreaterThan(1)
  expect(new Set(results)).toEqual(new Set([say('batches:result.completed')]))
  await operator.submit(review, confirmField)
  const { items } = (await ask('GET', '/funds/payments')) as {
    items: { status: string; transactionHash: string }[]
  }
  expect(items.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(new Set(items.map(({ transactionHash }) => transactionHash)).size).toBe(2)
})
