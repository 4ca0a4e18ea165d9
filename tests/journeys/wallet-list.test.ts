import { expect, journeysOn } from '../support/in-process-journey'
import { currentPassword, newInvestor, tronWallet } from '../support/investor'
import { languages, textsOf } from '../support/texts'
import { type Visitor, signedIn } from '../support/visitor'

/** Withdrawals to saved wallets alone, on the pages. */

const test = journeysOn({ newWalletsRest: true })
const proof = { currentPassword, stepUp: 'password' }

async function confirmWithdrawal(visitor: Visitor) {
  const page = await visitor.visit('/cabinet/withdrawals/new')
  const review = await visitor.submit(page, 'name="amount"', {
    system: 'usdt-trc20',
    amount: '200',
    wallet: tronWallet,
  })
  return visitor.submit(review, 'name="figures"', proof)
}

async function saveWallet(visitor: Visitor) {
  const wallets = await visitor.visit('/cabinet/settings/payment-systems')
  const name = wallets.$('[name^="wallets["][name$="].address"]').first().attr('name') ?? ''
  return visitor.submit(wallets, `name="${name}"`, { [name]: tronWallet, ...proof })
}

for (const lng of languages) {
  test(`an investor limits withdrawals, saves a wallet, waits a day, and takes it back, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, lng)
    const security = await visitor.visit('/cabinet/settings/security')
    expect(security.text).toContain(say('security:walletList.off'))
    const page = await visitor.follow(security, say('security:walletList.manage'))
    expect(page.text).toContain(say('security:walletList.none'))
    const waiting = await visitor.submit(page, 'name="intent"')
    const on = await visitor.submit(waiting, 'name="intent"', { currentPassword })
    expect(on.text).toContain(say('flash:walletListOn'))
    expect(on.text).toContain(say('security:walletList.on'))

    const refused = await confirmWithdrawal(visitor)
    expect(refused.text).toContain(say('refusals:code.wallet_not_listed'))
    expect(refused.typed('amount')).toBe('200')
    await saveWallet(visitor)
    const resting = await confirmWithdrawal(visitor)
    const [before = ''] = say('refusals:code.wallet_resting', { until: '|' }).split('|')
    expect(resting.text).toContain(before.trim())
    expect(resting.text).not.toContain('{until}')
    const listed = await visitor.visit('/cabinet/settings/security/wallet-list')
    expect(listed.$('main tbody tr time')).toHaveLength(1)

    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    expect((await confirmWithdrawal(visitor)).url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)/)
    const open = await visitor.visit('/cabinet/settings/security/wallet-list')
    expect(open.textOf('main tbody')).toContain(say('security:walletList.now'))

    const ending = await visitor.submit(open, 'name="intent"', proof)
    expect(ending.text).toContain(say('flash:walletListOff'))
    expect(ending.$('main form [name="intent"]').attr('value')).toBe('on')
    const kept = await visitor.submit(ending, 'name="intent"', proof)
    expect(kept.text).toContain(say('security:walletList.on'))
    await visitor.submit(kept, 'name="intent"', proof)
    await investor.ask('POST', '/ext/demo/clock', { days: 1 })
    expect((await visitor.visit('/cabinet/settings/security')).text).toContain(say('security:walletList.off'))
  })
}

test('the password that is wrong, and a button that is none, leave everything as it is', async ({
  stack,
}) => {
  const say = textsOf('en')
  const visitor = await signedIn(stack.url, await newInvestor(stack.backendUrl), 'en')
  const page = await visitor.visit('/cabinet/settings/security/wallet-list')
  const wrong = await visitor.submit(page, 'name="intent"', { ...proof, currentPassword: 'not this one' })
  expect(wrong.refused.problems).toEqual([say('refusals:code.password_wrong')])
  const odd = await visitor.submit(page, 'name="intent"', { ...proof, intent: 'both' })
  expect(odd.status).toBe(422)
  expect((await visitor.visit('/cabinet/settings/security')).text).toContain(say('security:walletList.off'))
})
