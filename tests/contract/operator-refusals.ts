import { expect, it } from 'vitest'
import { maxViews } from '~/contract/extensions/operator/views'
import { contract } from '~/contract'
import { type ErrorCode } from '~/contract/errors'
import { inquiries } from '../../backend/db/schema/operator'
import { tronWallet as wallet } from '../support/investor'
import { lateTransfer } from '../support/waiting-transfers'
import { ask } from './client'
import { handIn } from './handed-in'
import { newInvestor, signIn, topUp } from './people'
import { type Refusals } from './refusals'

const { operator } = contract
const decisions = [
  operator.decidePayment,
  operator.decideRefill,
  operator.decideTransfer,
  operator.decideVerification,
  operator.decideUser,
  operator.decideInquiry,
  operator.decideApplication,
]

/** Refusals of the operator's calls. */
export function operatorRefusals(refusals: Refusals): void {
  const { refused } = refusals
  const operatorCalls = () => signIn(refusals.upstream, 'operator')
  const fieldsOf = async (
    ...request: Parameters<Refusals['refused']> extends [unknown, ...infer Rest] ? Rest : never
  ) =>
    Object.entries((await refused('validation', ...request)).fields ?? {}).map(
      ([name, { code }]) => `${name} ${code}`,
    )

  it('operator: what does not exist', async () => {
    const by = await operatorCalls()
    const fitting: Record<string, object> = {
      reject: { decision: 'reject', reason: 'No.' },
      restore: { decision: 'restore' },
      complete: { decision: 'complete' },
    }
    const words = ['reject', 'reject', 'reject', 'reject', 'restore', 'complete', 'complete']
    for (const [at, call] of decisions.entries()) {
      await refused('not_found', call, { id: 'none', ...fitting[words[at]!] }, by)
    }
    const ofQueue = [
      operator.payment,
      operator.refill,
      operator.transfer,
      operator.verification,
      operator.inquiry,
      operator.application,
    ]
    for (const call of ofQueue) await refused('not_found', call, { id: 'none' }, by)
    const subject = { queue: 'payments', id: 'none' }
    await refused('not_found', operator.takeCase, subject, by)
    await refused('not_found', operator.releaseCase, subject, by)
    for (const noted of [subject, { queue: 'investors', id: 'none' }])
      await refused('not_found', operator.addNote, { ...noted, text: 'Called.' }, by)
    await refused('not_found', operator.previewDecision, { ...subject, decision: 'approve' }, by)
    await refused('not_found', operator.removeView, { id: 'none' }, by)
    const pair = { id: 'none', partnerId: 'nobody' }
    await refused('not_found', operator.link, pair, by)
    await refused('not_found', operator.investor, { id: 'none' }, by)
    await refused('not_found', operator.investorPreview, { id: 'none', change: 'suspend' }, by)
    await refused('not_found', operator.endSessions, { id: 'none', reason: 'Spoken with.' }, by)
    const correction = { direction: 'credit', currency: 'USDT', amount: '5', reason: 'Missing.' }
    await refused('not_found', operator.correctBalance, { id: 'none', ...correction }, by)
    const clear = { decision: 'clear', reason: 'Nothing is wrong.' }
    await refused('not_found', operator.clearAnomaly, { id: 'none', ...clear }, by)
    await refused('not_found', operator.takeBackRewards, { ...pair, reason: 'One person.' }, by)
    await refused('not_found', operator.document, { id: 'none' }, by)
    await refused('not_found', operator.resume, { id: 'none' }, by)
    await refused('not_found', operator.documentNumber, { id: 'none' }, by)
    await refused('not_found', operator.editNews, { id: 'none', top: true }, by)
    await refused('not_found', operator.newsItem, { id: 'none' }, by)
    await refused('not_found', operator.publishNews, { id: 'none' }, by)
    await refused('not_found', operator.withdrawNews, { id: 'none' }, by)
    await refused('not_found', operator.editPlan, { id: 'none' }, by)
    await refused('not_found', operator.editPaymentSystem, { id: 'none' }, by)
    await refused('not_found', operator.editSubscriptionOption, { id: 'none' }, by)
    await refused('not_found', operator.addAddresses, { id: 'none', addresses: [wallet] }, by)
    // Settings that the upstream derives from its own state can't be edited.
    for (const key of ['none', 'extensions', 'telegramAuthAvailable']) {
      await refused('not_found', operator.editSetting, { key, value: [] }, by)
    }
  })

  it('operator: a decision that does not fit its subject', async () => {
    const by = await operatorCalls()
    for (const call of decisions) {
      const misfit = call === operator.decideUser ? 'approve' : 'suspend'
      expect(await fieldsOf(call, { id: 'none', decision: misfit, reason: 'No.' }, by)).toEqual([
        'decision decision_invalid',
      ])
      expect(await fieldsOf(call, { id: 'none', decision: 'maybe' }, by)).toEqual([
        'decision decision_invalid',
      ])
    }
    const silent = { id: 'none', decision: 'reject' }
    for (const call of decisions.slice(0, 4))
      expect(await fieldsOf(call, silent, by)).toEqual(['reason required'])
    const unpaid = { id: 'none', decision: 'complete' }
    expect(await fieldsOf(operator.decidePayment, unpaid, by)).toEqual(['transactionHash required'])
  })

  it('operator: more saved views than anybody may have, and another’s', async () => {
    const [by, cashier] = [await operatorCalls(), await signIn(refusals.upstream, 'cashier')]
    const view = (place: number) => ({ queue: 'payments', name: `View ${place}`, filters: 'status=open' })
    let items: { id: string }[] = []
    for (let place = 0; place < maxViews; place++)
      ({ items } = await ask(refusals.upstream, operator.saveView, view(place), by))
    expect(await fieldsOf(operator.saveView, view(maxViews), by)).toEqual(['name too_many_views'])
    await ask(refusals.upstream, operator.saveView, view(0), by)
    await refused('not_found', operator.removeView, { id: items[0]!.id }, cashier)
    for (const { id } of items) await ask(refusals.upstream, operator.removeView, { id }, by)
  })

  it('operator: a case that another operator has taken', async () => {
    const [by, cashier] = [await operatorCalls(), await signIn(refusals.upstream, 'cashier')]
    const person = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, person, '100')
    const request = { system: 'usdt-trc20', amount: '50', wallet, currentPassword: person.password }
    const { payment } = await ask(refusals.upstream, contract.payments.create, request, person)
    const refill = await ask(
      refusals.upstream,
      contract.refills.create,
      { system: 'trx', amount: '500' },
      person,
    )
    const decision = { decision: 'reject', reason: 'No.' }
    const taken = [
      ['payments', operator.decidePayment, payment.id],
      ['refills', operator.decideRefill, refill.id],
    ] as const
    for (const [queue, decide, id] of taken) {
      await ask(refusals.upstream, operator.takeCase, { queue, id }, by)
      await refused('case_taken', operator.takeCase, { queue, id }, cashier)
      await refused('case_taken', operator.releaseCase, { queue, id }, cashier)
      await refused('case_taken', operator.previewDecision, { queue, id, ...decision }, cashier)
      expect((await refused('case_taken', decide, { id, ...decision }, cashier)).params).toEqual({
        by: 'operator',
      })
      await ask(refusals.upstream, operator.takeCase, { queue, id, over: true }, cashier)
      await ask(refusals.upstream, decide, { id, ...decision }, cashier)
      await refused('already_decided', operator.takeCase, { queue, id }, by)
      await refused('already_decided', operator.previewDecision, { queue, id, ...decision }, by)
    }
    if (!refusals.upstream.here) return
    const { db } = refusals.upstream.here
    const late = await lateTransfer(db, refill.id, { currency: 'TRX', network: 'TRON' })
    const close = { id: late.id, decision: 'reject', reason: 'Sent back.' }
    await ask(refusals.upstream, operator.takeCase, { queue: 'transfers', id: late.id }, by)
    await refused('case_taken', operator.decideTransfer, close, cashier)
    const documents = await handIn(db, person.id)
    const inquiry = { id: `taken-of-${person.id}`, kind: 'message', message: 'When?' } as const
    await db.insert(inquiries).values({ ...inquiry, createdAt: new Date() })
    const support = await signIn(refusals.upstream, 'support')
    await ask(refusals.upstream, operator.takeCase, { queue: 'verifications', id: documents }, by)
    await refused('case_taken', operator.decideVerification, { id: documents, decision: 'approve' }, cashier)
    await ask(refusals.upstream, operator.takeCase, { queue: 'inquiries', id: inquiry.id }, by)
    await refused('case_taken', operator.decideInquiry, { id: inquiry.id, decision: 'complete' }, support)
    const application = { id: `applied-by-${person.id}`, kind: 'application', vacancyId: 'lawyer' } as const
    await db.insert(inquiries).values({ ...application, createdAt: new Date() })
    await ask(refusals.upstream, operator.takeCase, { queue: 'applications', id: application.id }, by)
    const decline = { id: application.id, decision: 'reject' }
    await refused('case_taken', operator.decideApplication, decline, support)
  })

  it('operator: a correction of more than is free, of nothing, and without a reason', async () => {
    const by = await operatorCalls()
    const { id } = await newInvestor(refusals.upstream)
    const debit = { id, direction: 'debit', currency: 'USDT', amount: '5', reason: 'Credited twice.' }
    const { correctBalance, endSessions } = operator
    await refused('insufficient_funds', correctBalance, debit, by)
    await refused('amount_below_min', correctBalance, { ...debit, amount: '0' }, by)
    await refused('amount_negative', correctBalance, { ...debit, amount: '-5' }, by)
    await refused('amount_above_max', correctBalance, { ...debit, amount: '1000000000000' }, by)
    expect(await fieldsOf(correctBalance, { ...debit, reason: '' }, by)).toEqual(['reason required'])
    expect(await fieldsOf(endSessions, { id, reason: '' }, by)).toEqual(['reason required'])
  })

  it('operator: what has been decided already', async () => {
    const by = await operatorCalls()
    const person = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, person, '100')
    const twice = async (call: (typeof decisions)[number], input: Record<string, unknown>) => {
      await ask(refusals.upstream, call, input, by)
      await refused('already_decided', call, input, by)
    }
    const request = { system: 'usdt-trc20', amount: '50', wallet, currentPassword: person.password }
    const { payment } = await ask(refusals.upstream, contract.payments.create, request, person)
    await twice(operator.decidePayment, { id: payment.id, decision: 'reject', reason: 'No.' })
    const sharing = await ask(refusals.upstream, operator.anomalies, {}, by)
    const value = { ...sharing.rules, sharedWallet: { investors: 2 } }
    await ask(refusals.upstream, operator.editSetting, { key: 'anomalies', value }, by)
    const held = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, held, '100')
    const { payment: shared } = await ask(refusals.upstream, contract.payments.create, request, held)
    const clear = { id: shared.id, decision: 'clear', reason: 'A family.' }
    expect(await fieldsOf(operator.clearAnomaly, { ...clear, reason: ' ' }, by)).toEqual(['reason required'])
    const cashier = await signIn(refusals.upstream, 'cashier')
    const subject = { queue: 'payments', id: shared.id }
    await ask(refusals.upstream, operator.takeCase, subject, cashier)
    await refused('case_taken', operator.clearAnomaly, clear, by)
    await ask(refusals.upstream, operator.releaseCase, subject, cashier)
    await ask(refusals.upstream, operator.clearAnomaly, clear, by)
    await refused('already_decided', operator.clearAnomaly, clear, by)
    await ask(refusals.upstream, operator.editSetting, { key: 'anomalies', value: sharing.rules }, by)
    const refill = await ask(
      refusals.upstream,
      contract.refills.create,
      { system: 'trx', amount: '500' },
      person,
    )
    await twice(operator.decideRefill, { id: refill.id, decision: 'reject', reason: 'Nothing arrived.' })
    const partner = await newInvestor(refusals.upstream, { inviter: person.login })
    const pair = { id: person.id, partnerId: partner.id, reason: 'One person.' }
    await ask(refusals.upstream, operator.takeBackRewards, pair, by)
    await refused('already_decided', operator.takeBackRewards, pair, by)
    const suspension = { id: person.id, decision: 'suspend', reason: 'Asked for.' }
    await twice(operator.decideUser, suspension)
    const { message } = await refused('account_suspended', contract.user.balance, {}, person)
    expect(message).toBe('This account is suspended. Asked for.')
    if (!refusals.upstream.here) return
    const { db } = refusals.upstream.here
    const late = await lateTransfer(db, refill.id, { currency: 'TRX', network: 'TRON' })
    await twice(operator.decideTransfer, { id: late.id, decision: 'reject', reason: 'Sent back.' })
    await twice(operator.decideVerification, { id: await handIn(db, person.id), decision: 'approve' })
    const inquiry = { id: `message-of-${person.id}`, kind: 'message', message: 'When?' } as const
    await db.insert(inquiries).values({ ...inquiry, createdAt: new Date() })
    await twice(operator.decideInquiry, { id: inquiry.id, decision: 'complete' })
    const application = {
      id: `application-of-${person.id}`,
      kind: 'application',
      vacancyId: 'lawyer',
    } as const
    await db.insert(inquiries).values({ ...application, createdAt: new Date() })
    await twice(operator.decideApplication, { id: application.id, decision: 'reject' })
  })

  it('operator: what another operator has changed since it was read', async () => {
    const by = await operatorCalls()
    const text = { ru: 'Прилив', en: 'High tide' }
    const stale = { version: 'of-another-content' }
    const news = { title: text, summary: text, body: text, image: null, top: false, publishedAt: null }
    const item = await ask(refusals.upstream, operator.createNews, news, by)
    await refused('changed_meanwhile', operator.editNews, { id: item.id, top: true, ...stale }, by)
    await refused('changed_meanwhile', operator.publishNews, { id: item.id, ...stale }, by)
    const { items: plans } = await ask(refusals.upstream, operator.plans, {}, by)
    await refused('changed_meanwhile', operator.editPlan, { id: plans[0]!.id, title: text, ...stale }, by)
    const system = { id: 'btc', title: 'Bitcoin on chain', ...stale }
    await refused('changed_meanwhile', operator.editPaymentSystem, system, by)
    const { items: options } = await ask(refusals.upstream, operator.subscriptionOptions, {}, by)
    const option = { id: options[0]!.id, title: text, ...stale }
    await refused('changed_meanwhile', operator.editSubscriptionOption, option, by)
    const setting = { key: 'faq', value: [{ question: text, answer: text }], ...stale }
    await refused('changed_meanwhile', operator.editSetting, setting, by)
  })

  it('operator: invalid content and settings', async () => {
    const by = await operatorCalls()
    const cases: [Parameters<typeof fieldsOf>[0], Record<string, unknown>, string[]][] = [
      [operator.createNews, { title: { ru: 'Да', en: '' } }, ['title.en required', 'summary required']],
      [operator.createMailing, { message: { ru: '', en: 'Hello' }, image: null }, ['message.ru required']],
      [
        operator.createPlan,
        { tariff: 'gale', dailyPercent: '0', min: '-1' },
        ['dailyPercent invalid', 'min invalid'],
      ],
      [operator.editPlan, { id: 'breeze', max: '1' }, ['max amount_below_min']],
      [
        operator.editSetting,
        { key: 'referral', value: [{ level: 1, percent: 7 }] },
        ['value.0.percent invalid'],
      ],
      [operator.addAddresses, { id: 'trx', addresses: ['x'] }, ['addresses.0 wallet_invalid']],
      [operator.setRate, { coin: 'USDT', rate: '1' }, ['coin invalid']],
      [operator.setRate, { coin: 'BTC', rate: '0' }, ['rate invalid']],
    ]
    for (const [call, input, fields] of cases) {
      expect(await fieldsOf(call, input, by)).toEqual(expect.arrayContaining(fields))
    }
  })

  it.each<[number, ErrorCode | null]>([
    [200_000, null],
    [1_100_000, 'too_large'],
  ])('operator: a news body of %i characters: %s', async (length, code) => {
    const by = await operatorCalls()
    const text = { ru: 'Да', en: 'Yes' }
    const body = { ru: 'x'.repeat(length), en: 'x' }
    const news = { title: text, summary: text, body, image: null, top: false }
    if (!code) return void (await ask(refusals.upstream, operator.createNews, news, by))
    expect((await refused(code, operator.createNews, news, by)).params).toEqual({ max: '1024 KB' })
  })
}
