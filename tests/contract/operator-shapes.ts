import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { inquiries } from '../../backend/db/schema/operator'
import { outbox } from '../../backend/db/schema/notifications'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { fileBytes, fileOf } from '../support/files'
import { tronWallet } from '../support/investor'
import { type Sending } from './client'
import { submission } from './personal-shapes'
import { handIn } from './handed-in'
import { newInvestor, signIn, topUp } from './people'
import { lateTransfer } from '../support/waiting-transfers'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

const { operator } = contract
const text = { ru: 'По-русски', en: 'In English' }

/** Each call of the operator, checked against the contract's schema, with the demonstration's history. */
export function operatorShapes(
  upstreamOf: () => TestUpstream,
  { ask, requests: requested }: { ask: Ask; requests: Set<Call> },
): void {
  const operatorCalls = () => signIn(upstreamOf(), 'operator')

  it.each(['ru', 'en'] as const)('show the operator all lists and entries, in %s', async (language) => {
    const sending = { ...(await operatorCalls()), language }
    const { queues, accounts, users } = await ask(operator.summary, {}, sending)
    expect(queues.payments).toBeGreaterThan(0)
    expect(accounts!.map(({ account }) => account)).toEqual(
      expect.arrayContaining(['outside', 'held', 'yield']),
    )
    expect(users).toBeGreaterThan(40)
    expect(await ask(operator.self, {}, sending)).toMatchObject({ login: 'operator', role: 'admin' })
    const lists = [operator.payments, operator.refills, operator.deposits, operator.users, operator.audit]
    for (const list of lists) {
      const page = await ask(list, { limit: 100 }, sending)
      // A demonstration has fewer of each than are counted.
      expect(page.items.length).toBe(Math.min(page.total!, 100))
      expect(page.items.length).toBeGreaterThan(0)
      const second = await ask(list, { page: 2, limit: 2, sortDir: 'asc' }, sending)
      expect(second).toMatchObject({ page: 2, limit: 2, total: page.total })
    }
    await ask(operator.verifications, { status: 'in_process' }, sending)
    const found = await ask(operator.investors, { search: 'investor@', sort: 'login' }, sending)
    const named = found.items.find(({ login }) => login === 'investor')!
    expect(named).toMatchObject({ found: ['email'], suspended: false })
    const whole = await ask(operator.investor, { id: named.id }, sending)
    expect(whole.user.login).toBe('investor')
    for (const part of [whole.deposits, whole.operations, whole.payments, whole.refills, whole.partners])
      expect(part.items.length).toBeGreaterThan(0)
    await ask(operator.inquiries, { kind: 'message', status: 'open' }, sending)
    const { items } = await ask(operator.users, { search: 'investor@', suspended: 'false' }, sending)
    expect(items.map(({ login }) => login)).toContain('investor')
  })

  it('show accounts that share a device, and cancel a reward that one got for the other', async () => {
    const upstream = upstreamOf()
    const by = await operatorCalls()
    const headers = { 'x-device-id': `browser-of-${Date.now()}-and-more`.slice(0, 40) }
    const person = await newInvestor(upstream)
    const partner = await newInvestor(upstream, { inviter: person.login })
    for (const { login, password } of [person, partner])
      await ask(contract.auth.login, { login, password }, { headers })
    await topUp(upstream, partner, '300')
    await ask(contract.deposits.create, { planId: 'breeze', currency: 'USDT', amount: '300' }, partner)
    const { items } = await ask(
      operator.links,
      { search: person.login, sort: 'strength', sortDir: 'desc' },
      by,
    )
    const found = items.find((pair) => pair.partner.id === partner.id)!
    expect(found).toMatchObject({ investor: { id: person.id }, level: 1, held: '21', takenBack: null })
    expect(found.shared.map(({ kind }) => kind)).toContain('device')
    const pair = { id: person.id, partnerId: partner.id }
    expect(await ask(operator.link, pair, by)).toEqual(found)
    const reason = 'One browser, one evening.'
    const answer = await ask(operator.takeBackRewards, { ...pair, reason }, by)
    expect(answer).toMatchObject({ takenBack: '21', pair: { held: '0', takenBack: { reason } } })
    expect((await ask(contract.user.bonus, {}, person)).accruals.total).toBe('0')
  })

  it('change an investor’s account, and say before what the investor will read', async () => {
    const upstream = upstreamOf()
    const by = await operatorCalls()
    const person = await newInvestor(upstream)
    const credit = { currency: 'USDT', amount: '12.5', reason: 'Missing since the move.' }
    const preview = await ask(operator.investorPreview, { id: person.id, change: 'credit', ...credit }, by)
    const corrected = await ask(
      operator.correctBalance,
      { id: person.id, direction: 'credit', ...credit },
      by,
    )
    expect(corrected).toMatchObject({ before: '0', after: '12.5', owner: { login: person.login } })
    const { items } = await ask(contract.user.operations, { type: 'correction' }, person)
    expect(items).toMatchObject([{ amount: '12.5', reason: credit.reason }])
    const read = await ask(contract.notification.list, {}, { ...person, language: preview.language })
    expect(read.items.map(({ message }) => message)).toContain(preview.texts[0]!.text)
    const { ended } = await ask(operator.endSessions, { id: person.id, reason: 'Asked for.' }, by)
    expect(ended).toBeGreaterThan(0)
    const trail = await ask(operator.audit, { limit: 2 }, by)
    expect(trail.items.map(({ action, subject }) => `${action} ${subject?.id}`)).toEqual([
      `user.end_sessions ${person.id}`,
      `correction.credit ${person.id}`,
    ])
  })

  it('record the operator’s decisions, each with its author', async () => {
    const upstream = upstreamOf()
    const by = await operatorCalls()
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '300')
    const refill = await ask(contract.refills.create, { system: 'usdt-trc20', amount: '80' }, person)
    const arrived = { decision: 'approve', creditedAmount: '79.5', transactionHash: 'ab12' }
    const credited = await ask(operator.decideRefill, { id: refill.id, ...arrived }, by)
    expect(credited.refill).toMatchObject({ status: 'topped_up', owner: { login: person.login } })
    expect((await ask(contract.user.balance, {}, person)).balance).toBe('379.5')

    const withdrawal = {
      ...{ system: 'usdt-trc20', amount: '50', wallet: tronWallet },
      currentPassword: person.password,
    }
    const { payment } = await ask(contract.payments.create, withdrawal, person)
    const reviewed = await ask(operator.decidePayment, { id: payment.id, decision: 'review' }, by)
    expect(reviewed.payment.status).toBe('under_review')
    const paid = { id: payment.id, decision: 'complete', transactionHash: 'cd34' }
    expect((await ask(operator.decidePayment, paid, by)).payment).toMatchObject({
      status: 'completed',
      transactionHash: 'cd34',
      owner: { id: person.id },
    })

    const suspension = { id: person.id, decision: 'suspend', reason: 'A second account.' }
    const { user } = await ask(operator.decideUser, suspension, by)
    expect(user.suspended).toMatchObject({ reason: 'A second account.' })
    expect((await ask(operator.users, { suspended: 'true' }, by)).items.map(({ id }) => id)).toContain(
      person.id,
    )
    const restored = await ask(operator.decideUser, { id: person.id, decision: 'restore' }, by)
    expect(restored.user.suspended).toBeNull()
    await ask(contract.user.balance, {}, person)

    expect(await ask(operator.auditCheck, {}, by)).toMatchObject({ broken: null })
    const { items } = await ask(operator.audit, { actor: 'OPERATOR', limit: 5 }, by)
    expect(items[2]).toMatchObject({
      origin: { address: '127.0.0.1' },
      changes: [
        { field: 'status', before: 'under_review', after: 'completed' },
        { field: 'transactionHash', before: null, after: expect.any(String) as string },
      ],
    })
    expect(items.map(({ actor, action, subject }) => [actor, action, subject?.id])).toEqual([
      ['operator', 'user.restore', person.id],
      ['operator', 'user.suspend', person.id],
      ['operator', 'payment.complete', payment.id],
      ['operator', 'payment.review', payment.id],
      ['operator', 'refill.approve', refill.id],
    ])
  })

  it('keep the views of queues that an operator has saved, one under each name, and show them to nobody else', async () => {
    const by = await operatorCalls()
    const view = { queue: 'payments', name: 'Large ones', filters: 'status=open' }
    await ask(operator.saveView, view, by)
    await ask(operator.saveView, { ...view, queue: 'refills' }, by)
    const { items } = await ask(operator.saveView, { ...view, filters: 'status=approved' }, by)
    expect(items).toMatchObject([
      { ...view, filters: 'status=approved' },
      { ...view, queue: 'refills' },
    ])
    const colleague = await signIn(upstreamOf(), 'cashier')
    expect((await ask(operator.savedViews, {}, colleague)).items).toEqual([])
    for (const { id } of items) await ask(operator.removeView, { id }, by)
    expect((await ask(operator.savedViews, {}, by)).items).toEqual([])
  })

  it('show a case with its investor, who works on it, its notes, and a preview of the decision', async () => {
    const upstream = upstreamOf()
    const by = await operatorCalls()
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '300')
    const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
    const { payment } = await ask(
      contract.payments.create,
      { ...request, currentPassword: person.password },
      person,
    )
    const subject = { queue: 'payments', id: payment.id }
    const { taken } = await ask(operator.takeCase, subject, by)
    expect(taken).toMatchObject({ by: 'operator', isOwn: true })
    await ask(operator.addNote, { ...subject, text: 'Called: it is theirs.' }, by)
    const found = await ask(operator.payment, { id: payment.id }, by)
    expect(found).toMatchObject({
      ...{ payment: { id: payment.id, owner: { login: person.login } }, worth: '50', held: null },
      wallet: { paid: 0, lastPaidAt: null },
      case: {
        taken: { by: 'operator', isOwn: true },
        notes: [{ by: 'operator', text: 'Called: it is theirs.' }],
        noteCount: 1,
        decisions: [],
        investor: {
          ...{ id: person.id, suspended: false, frozen: false, openDeposits: 0 },
          balances: [{ currency: 'USDT', free: '250', deposits: '0' }],
          withdrawals: { count: 0, worth: '0', largest: '0', lastAt: null },
          topUps: { count: 1, worth: '300', largest: '300' },
        },
      },
    })
    const listed = await ask(
      operator.payments,
      { status: 'open', sort: 'expectedBy', search: payment.id },
      by,
    )
    expect(listed.items).toMatchObject([{ id: payment.id, takenBy: 'operator' }])
    const decision = { decision: 'reject', reason: 'Another network, please.' }
    expect(await ask(operator.previewDecision, { ...subject, ...decision }, by)).toEqual({
      language: 'en',
      notification:
        'Your withdrawal of 50.00 USDT was rejected. Back on your balance: 50.00 USDT. Another network, please.',
      mails: [],
      needsSecond: false,
    })
    expect((await ask(operator.payment, { id: payment.id }, by)).payment.status).toBe('pending')
    await ask(operator.releaseCase, subject, by)
    expect((await ask(operator.payment, { id: payment.id }, by)).case.taken).toBeNull()

    const refill = await ask(contract.refills.create, { system: 'usdt-trc20', amount: '80' }, person)
    expect(await ask(operator.refill, { id: refill.id }, by)).toMatchObject({ refill: { id: refill.id } })
  })

  it('show a transfer that no top-up took, and credit it to the one that it belongs to', async () => {
    const { here } = upstreamOf()
    for (const call of [operator.transfers, operator.transfer, operator.decideTransfer]) requested.add(call)
    if (!here) return
    const by = await operatorCalls()
    const person = await newInvestor(upstreamOf())
    const refill = await ask(contract.refills.create, { system: 'usdt-trc20', amount: '310' }, person)
    const { id, transactionHash } = await lateTransfer(here.db, refill.id, { amount: '309.5' })
    const { items } = await ask(
      operator.transfers,
      { status: 'open', search: person.login, sort: 'waitsSince', sortDir: 'asc' },
      by,
    )
    expect(items).toMatchObject([{ id, problem: 'late', amount: '309.5', owner: { id: person.id } }])
    expect(await ask(operator.transfer, { id }, by)).toMatchObject({
      transfer: { id, status: 'open', transactionHash, confirmations: 19, required: 19, decided: null },
      candidates: [{ id: refill.id, owner: { id: person.id } }],
      case: { investor: { id: person.id }, decisions: [] },
    })
    const credit = { id, decision: 'approve', refill: refill.id }
    const preview = await ask(operator.previewDecision, { queue: 'transfers', ...credit }, by)
    expect(preview).toMatchObject({
      notification: 'Your balance was topped up with 309.50 USDT.',
      needsSecond: false,
    })
    expect((await ask(operator.decideTransfer, credit, by)).transfer).toMatchObject({
      ...{ status: 'credited', refill: refill.id },
      decided: { by: 'operator', reason: null },
    })
    expect((await ask(contract.user.balance, {}, person)).balance).toBe('309.5')
  })

  it('record the operator’s decisions on documents, inquiries and erasures', async () => {
    const { here } = upstreamOf()
    const ofPlace = [
      operator.decideVerification,
      operator.decideInquiry,
      operator.verification,
      operator.inquiry,
    ]
    for (const call of ofPlace) requested.add(call)
    if (!here) return
    const by = await operatorCalls()
    const person = await newInvestor(upstreamOf())
    const id = await handIn(here.db, person.id)
    const { items } = await ask(operator.verifications, { search: person.login }, by)
    expect(items).toMatchObject([{ id, documents: [{ field: 'photoDocument', mediaType: 'image/png' }] }])
    expect(await ask(operator.verification, { id }, by)).toMatchObject({
      verification: { id, person: items[0]!.person, documents: items[0]!.documents },
    })
    const { verification } = await ask(operator.decideVerification, { id, decision: 'approve' }, by)
    expect(verification).toMatchObject({ status: 'successful', owner: { login: person.login } })

    const deletion = { id: randomUUID(), kind: 'deletion', userId: person.id } as const
    await here.db.insert(inquiries).values({ ...deletion, createdAt: new Date() })
    expect(await ask(operator.inquiry, { id: deletion.id }, by)).toMatchObject({
      ...{ inquiry: { kind: 'deletion' }, case: { investor: { id: person.id } } },
    })
    const done = { id: deletion.id, decision: 'complete', reason: 'The profile is erased.' }
    expect((await ask(operator.decideInquiry, done, by)).inquiry).toMatchObject({
      status: 'done',
      owner: { id: person.id },
    })
    // An erased investor can't sign in any more, so the answer goes by mail.
    const [lastMessage] = await here.db.select().from(outbox).where(eq(outbox.recipient, person.email))
    expect(lastMessage).toMatchObject({
      kind: 'account_erased',
      values: { reason: 'The profile is erased.' },
    })
  })

  it('send documents to the operator as attachments, and record who viewed them', async () => {
    const { url } = upstreamOf()
    const by = await operatorCalls()
    const person = await newInvestor(upstreamOf())
    await ask(contract.userData.verify, submission(), person)
    const { items } = await ask(operator.verifications, { search: person.login }, by)
    const { id, documents } = items[0]!
    expect(await ask(operator.documentNumber, { id }, by)).toEqual({ documentNumber: 'LT-22 4509' })
    requested.add(operator.document)
    const open = (document: string, { token }: { token: string }) =>
      fetch(`${url}/api/ext/operator/documents/${document}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const photo = documents.find(({ field }) => field === 'photoLogin')!
    const answer = await open(photo.id, by)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(fileBytes('jpg'))).toBe(true)
    expect((await open(photo.id, person)).status).toBe(403)
    const trail = await ask(operator.audit, { actor: 'operator', limit: 2 }, by)
    expect(trail.items.map(({ action, subject }) => `${action} ${subject?.id}`)).toEqual([
      `document.look ${photo.id}`,
      `verification.look_at_number ${id}`,
    ])
  })

  it('answer an applicant, whose résumé is an attachment that each look at is recorded of', async () => {
    const { url } = upstreamOf()
    const by = await operatorCalls()
    const name = `Ona ${randomUUID()}`
    const applied = { name, phone: '+370 612 34567', email: 'ona@example.org', message: 'I like law.' }
    await ask(contract.inquiries.apply, { id: 'lawyer', ...applied, resume: fileOf('pdf') })
    const { items } = await ask(
      operator.applications,
      { search: name, status: 'open', vacancy: 'lawyer' },
      by,
    )
    expect(items).toMatchObject([
      {
        ...{ name, phone: '+37061234567', email: 'ona@example.org', message: 'I like law.' },
        ...{ vacancy: { id: 'lawyer', title: 'Lawyer' }, resume: { mediaType: 'application/pdf' } },
      },
    ])
    const [{ id, resume }] = items as [(typeof items)[number]]
    expect((await ask(operator.inquiries, { search: name }, by)).total).toBe(0)
    expect(await ask(operator.application, { id }, by)).toMatchObject({
      ...{ application: { id, status: 'open' }, case: { investor: null, decisions: [] } },
    })
    requested.add(operator.resume)
    const open = ({ token }: { token: string }) =>
      fetch(`${url}/api/ext/operator/resumes/${resume!.id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const file = await open(by)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await file.arrayBuffer()).equals(fileBytes('pdf'))).toBe(true)
    expect((await open(await newInvestor(upstreamOf()))).status).toBe(403)
    const decision = { id, decision: 'reject', answer: 'Not this time.' }
    expect((await ask(operator.decideApplication, decision, by)).application).toMatchObject({
      ...{ status: 'declined', answer: 'Not this time.' },
    })
    const trail = await ask(operator.audit, { actor: 'operator', limit: 2 }, by)
    expect(trail.items.map(({ action, subject }) => `${action} ${subject?.id}`)).toEqual([
      `application.reject ${id}`,
      `resume.look ${resume!.id}`,
    ])
  })

  it('publish the operator’s content', async () => {
    const by = await operatorCalls()
    const draft = { title: text, summary: text, body: { ru: '<p>Да</p>', en: '<p>Yes</p>' } }
    const created = await ask(operator.createNews, { ...draft, image: null, top: false }, by)
    expect(created).toMatchObject({ title: text, top: false, status: 'published' })
    const { id, version } = created
    const edited = await ask(operator.editNews, { id, top: true, version }, by)
    expect(edited).toEqual({ ...created, top: true, version: edited.version })
    await ask(operator.withdrawNews, { id }, by)
    const { items: withdrawn } = await ask(operator.news, { status: 'withdrawn' }, by)
    expect(withdrawn.map((item) => item.id)).toContain(id)
    const written = await ask(operator.newsItem, { id }, by)
    expect(written).toMatchObject({
      ...edited,
      status: 'withdrawn',
      withdrawnAt: written.withdrawnAt,
      ...draft,
    })
    const published = await ask(operator.publishNews, { id, version: written.version }, by)
    expect(published).toEqual(edited)

    const reader = await newInvestor(upstreamOf())
    const message = { ru: '<p>Привет</p>', en: '<p>Hello</p>' }
    const counted = await ask(operator.mailingRecipients, {}, by)
    const { id: mailing, recipients } = await ask(operator.createMailing, { message, image: null }, by)
    expect(recipients).toBeGreaterThan(40)
    expect(recipients).toBe(counted.ru + counted.en)
    const { items: sent } = await ask(operator.mailings, {}, by)
    expect(sent.find((one) => one.id === mailing)).toMatchObject({ message, recipients, sentBy: 'operator' })
    const { items } = await ask(contract.notification.list, { type: 'mailing' }, reader)
    expect(items).toMatchObject([{ message: '<p>Hello</p>', readAt: null }])
  })

  it('change the operator’s settings, in both languages', async () => {
    const by = await operatorCalls()
    const value = {
      email: 'hello@tideline.example',
      messenger: { name: 'Telegram', url: 'https://tideline.example/telegram' },
      hours: { ru: 'по будням', en: 'on weekdays' },
    }
    expect(await ask(operator.editSetting, { key: 'contacts', value }, by)).toEqual({
      key: 'contacts',
      value,
      proposal: null,
    })
    const written = await ask(operator.setting, { key: 'contacts' }, by)
    expect(written).toMatchObject({ key: 'contacts', value })
    const { version } = written
    await ask(operator.editSetting, { key: 'contacts', value, version }, by)
    for (const language of ['ru', 'en'] as const) {
      const shown = await ask(contract.settings.get, { key: 'contacts' }, { language })
      expect(shown.value).toMatchObject({ hours: value.hours[language] })
    }

    const terms = { dailyPercent: '0.5', min: '500', max: null, termDays: 50, available: false }
    const plan = { tariff: 'depth', title: text, extension: { days: 50, multiplier: '2' }, ...terms }
    const created = (await ask(operator.createPlan, plan, by)).plan!
    expect(created).toMatchObject({ title: 'In English', min: '500', available: false })
    const edited = await ask(operator.editPlan, { id: created.id, max: '900' }, by)
    expect(edited).toMatchObject({ ...created, max: '900', bounds: { USDT: { min: '500', max: '900' } } })
    expect((await ask(contract.settings.plans)).items.map(({ id }) => id)).toContain(created.id)
    const { items: plans } = await ask(operator.plans, {}, by)
    expect(plans.find(({ id }) => id === created.id)).toMatchObject({
      title: text,
      max: '900',
      openDeposits: 0,
    })

    const { items: systems } = await ask(operator.paymentSystems, {}, by)
    const bitcoin = systems.find((system) => system.id === 'btc')!
    const payment = { ...bitcoin.payment, hours: 72 }
    const changed = await ask(
      operator.editPaymentSystem,
      { id: 'btc', payment, version: bitcoin.version },
      by,
    )
    expect(changed).toEqual({ ...bitcoin, payment, version: changed.version, proposal: null })

    const benefits = [text]
    const option = { title: text, days: 7, price: '5', benefits, freePayments: false, available: true }
    const added = (await ask(operator.createSubscriptionOption, option, by)).option!
    const dearer = await ask(operator.editSubscriptionOption, { id: added.id, price: '6' }, by)
    expect(dearer).toMatchObject({ ...option, price: '6' })
    const { items: options } = await ask(operator.subscriptionOptions, {}, by)
    expect({ ...options.at(-1), proposal: null }).toEqual(dearer)
    const { items: offered } = await ask(contract.settings.subscriptionOptions)
    expect(offered.at(-1)).toMatchObject({ title: 'In English', price: '6', benefits: ['In English'] })

    const addresses = [1, 2].map(() => fictitiousAddress('bitcoin', randomUUID()))
    const { free } = await ask(operator.addAddresses, { id: 'btc', addresses }, by)
    expect(free).toBeGreaterThanOrEqual(2)
    const { rate } = await ask(operator.setRate, { coin: 'TRX', rate: '0.25' }, by)
    expect(rate).toMatchObject({ coin: 'TRX', rate: '0.25' })
    const { items } = await ask(contract.user.exchangeRate)
    expect(items.find(({ coin }) => coin === 'TRX')?.rate).toBe('0.25')
  })
}
