import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Investor, newInvestor } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { textsOf } from '../support/texts'
import { lateTransfer } from '../support/waiting-transfers'
import { type Answer, rowsOf } from '../support/visitor'
import { type ChangingForm, type OwnSession, count, filledIn, hasFlash, reviewed } from './changing-form'

/** What operators decide: cases alone and several at once, holds, and the rates of the company. */

const say = textsOf('en')

const traits = { key: 'upstream', reader: 'operator', showsOutcome: true, perAccount: 40 } as const

/** How often a case was decided, by the audit trail. */
const decisionsOn = (session: OwnSession, id: string) =>
  count(
    session,
    sql`select count(*) from audit_records where subject_id = ${id} and subject_kind in ('payment', 'refill', 'application')`,
  )

/** An open application, with an address to answer to. */
async function openApplication({ product: { db }, mark }: OwnSession): Promise<string> {
  const id = randomUUID()
  await db.execute(sql`
    insert into inquiries (id, kind, vacancy_id, email, name, message, language, created_at)
    values (${id}, 'application', 'lawyer', ${`${id}@example.org`}, ${`Kai ${mark}`}, 'I read contracts.', 'en', now())`)
  return id
}

/** The page of a case says by its tag how the case stands, also where the form is refused; the next case opens after it. */
const isCaseIn =
  (state: string): ChangingForm<OwnSession>['isDone'] =>
  (answer, { subject }) =>
    hasFlash('flash:caseDecided')(answer) ||
    (answer.url.pathname.endsWith(`/${subject}`) && answer.$('main h1').parent().text().includes(say(state)))

const applicationForms: ChangingForm<OwnSession>[] = [
  {
    name: 'answer to an application',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/applications\/[^/]+\/decide$/ },
    ...traits,
    prepare: openApplication,
    fill: (session) =>
      reviewed(
        filledIn(`/operator/applications/${session.subject}`, 'name="decision"', () => ({
          ...{ decision: 'complete', answer: 'Come on Monday.' },
        })),
      )(session),
    // A second mail counts even where the decision was recorded once.
    effects: async (session) => {
      const mails = await count(
        session,
        sql`select count(*) from outbox where recipient = ${`${session.subject}@example.org`}`,
      )
      return Math.max(mails, await decisionsOn(session, session.subject))
    },
    isDone: isCaseIn('cases:state.application.done'),
  },
  {
    name: 'application that is turned down',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/applications\/[^/]+\/decide$/ },
    ...traits,
    prepare: openApplication,
    fill: (session) =>
      reviewed(
        filledIn(`/operator/applications/${session.subject}`, 'name="decision"', () => ({
          decision: 'reject',
        })),
      )(session),
    effects: (session) => decisionsOn(session, session.subject),
    isDone: isCaseIn('cases:state.application.declined'),
  },
]

/** The ids of the cases that are decided together. */
const casesOf = ({ subject }: OwnSession) => subject.split('~')

/** 1 if each case was decided once, 0 if one was not decided, and more if one was decided again. */
async function decidedTogether(session: OwnSession): Promise<number> {
  const counts = await Promise.all(casesOf(session).map((id) => decisionsOn(session, id)))
  return Math.max(...counts) > 1 ? Math.max(...counts) : Math.min(...counts)
}

const resultsIn = (answer: Answer) =>
  answer.textOf('main h1') === say('cases:several.results')
    ? rowsOf(answer).map((cells) => cells.at(-1) ?? '')
    : []

const areAll = (answer: Answer, ...states: string[]) => {
  const results = resultsIn(answer)
  return (
    results.length > 0 && results.every((result) => states.some((state) => result.startsWith(say(state))))
  )
}

/** Cases that are ticked in their list, and one decision on them. */
async function ticked(session: OwnSession, list: string, values: Record<string, string>) {
  const page = await session.visitor.visit(`/operator/${list}`)
  const ticks = casesOf(session).map((id): [string, string] => {
    const name = page.$(`main input[type="checkbox"][value="${id}"]`).attr('name')
    if (!name) throw new Error(`no case ${id} in ${list}`)
    return [name, id]
  })
  return { page, mark: 'name="decision"', values: { ...Object.fromEntries(ticks), ...values } }
}

/** The review page of one decision on cases that are ticked in their list. */
const tickedIn = (list: string, values: Record<string, string>) =>
  reviewed((session) => ticked(session, list, values))

/** The login of the investor whose case is the first of those of a cell. */
async function ownerOf(session: OwnSession, table: 'payments' | 'refills'): Promise<string> {
  const [id] = casesOf(session)
  const owned = sql.identifier(table)
  const { rows } = await session.product.db.execute<{ login: string }>(
    sql`select login from users join ${owned} on user_id = users.id where ${owned}.id = ${id}`,
  )
  return rows[0]!.login
}

const severalTraits = {
  ...traits,
  effects: decidedTogether,
  isDone: (answer: Answer) =>
    areAll(answer, 'cases:several.state.done') ||
    // What was decided by another press can't be decided again, and each row says so.
    answer.$('main [role="alert"]').text().includes(say('cases:several.nothing')) ||
    (areAll(answer, 'cases:several.state.refused') &&
      answer.text.includes(say('refusals:code.already_decided'))),
  isUndone: (answer: Answer) => areAll(answer, 'cases:several.state.refused', 'cases:several.state.absent'),
} satisfies Partial<ChangingForm<OwnSession>>

async function newRefill({ ask }: Pick<Investor, 'ask'>, amount: string): Promise<string> {
  const { id } = await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount })
  return id as string
}

/** The hash of a transfer that no other cell has. */
const transferOf = ({ mark }: OwnSession, place: number): string =>
  createHash('sha256').update(`${mark} ${place}`).digest('hex')

const severalForms: ChangingForm<OwnSession>[] = [
  {
    name: 'several withdrawals that are rejected',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/payments\/[^/]+\/decide$/ },
    ...severalTraits,
    async prepare({ product: { backendUrl } }) {
      const investor = await newInvestor(backendUrl, { usdt: '200' })
      return `${await newPayment(investor, '50')}~${await newPayment(investor, '60')}`
    },
    async fill(session) {
      const decision = { decision: 'reject', reason: 'Not yours.' }
      return tickedIn(`withdrawals?search=${await ownerOf(session, 'payments')}`, decision)(session)
    },
  },
  {
    name: 'several top-ups that are credited',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/refills\/[^/]+\/decide$/ },
    ...severalTraits,
    async prepare({ product: { backendUrl } }) {
      const investor = await newInvestor(backendUrl)
      return `${await newRefill(investor, '50')}~${await newRefill(investor, '60')}`
    },
    fill: reviewed(async (session) => {
      const list = `top-ups?search=${await ownerOf(session, 'refills')}`
      const { page, mark, values } = await ticked(session, list, { decision: 'approve' })
      const transfers = await session.visitor.submit(page, mark, values)
      const typed = casesOf(session).flatMap((_, place): [string, string][] => [
        [`credits[${place}].creditedAmount`, String(50 + place)],
        [`credits[${place}].transactionHash`, transferOf(session, place)],
      ])
      return { page: transfers, mark: 'inputmode="decimal"', values: Object.fromEntries(typed) }
    }),
  },
  {
    name: 'several applications that are answered',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/applications\/[^/]+\/decide$/ },
    ...severalTraits,
    prepare: async (session) => `${await openApplication(session)}~${await openApplication(session)}`,
    fill: (session) =>
      tickedIn(`applications?search=${session.mark}`, { decision: 'complete', answer: 'Come on Monday.' })(
        session,
      ),
  },
]

/** A transfer that came too late for the top-up of 50 that the investor has asked for. */
async function waitingTransfer({ product: { db }, investor }: OwnSession): Promise<string> {
  const refillId = await newRefill(investor, '50')
  return `${(await lateTransfer(db, refillId, { amount: '50' })).id}~${refillId}`
}

const transferForms: ChangingForm<OwnSession>[] = (['approve', 'reject'] as const).map((decision) => ({
  name: decision === 'approve' ? 'transfer that is credited' : 'transfer that is closed',
  call: { method: 'POST', path: /^\/api\/ext\/operator\/transfers\/[^/]+\/decide$/ },
  ...traits,
  prepare: waitingTransfer,
  fill: (session) => {
    const [id, refill = ''] = casesOf(session)
    const typed: Record<string, string> = decision === 'approve' ? { refill } : { reason: 'Sent back.' }
    return reviewed(filledIn(`/operator/transfers/${id}`, 'name="decision"', () => ({ decision, ...typed })))(
      session,
    )
  },
  // A second credit counts even where the decision was recorded once.
  async effects(session) {
    const [id, refill] = casesOf(session)
    const credits = await count(
      session,
      sql`select count(*) from notifications where kind = 'refill_credited' and values->>'refillId' = ${refill}`,
    )
    const decisions = await count(
      session,
      sql`select count(*) from audit_records where subject_kind = 'transfer' and subject_id = ${id}`,
    )
    return Math.max(credits, decisions)
  },
  isDone: (answer, session) =>
    hasFlash('flash:caseDecided')(answer) ||
    (answer.url.pathname.endsWith(`/${casesOf(session)[0]}`) &&
      answer
        .$('main h1')
        .parent()
        .text()
        .includes(say(`cases:state.transfer.${decision === 'approve' ? 'credited' : 'closed'}`))),
}))

const holdForm: ChangingForm<OwnSession> = {
  name: 'hold of a withdrawal that is cleared',
  call: { method: 'POST', path: /^\/api\/ext\/operator\/anomalies\/[^/]+\/decide$/ },
  ...traits,
  async prepare({ product: { db }, investor }) {
    const id = await newPayment(investor, '50')
    await db.execute(sql`update payments set status = 'under_review' where id = ${id}`)
    await db.execute(sql`
      insert into held_payments (payment_id, found, held_at)
      values (${id}, '[{"rule":"shared_wallet","investors":2}]', now())
      on conflict (payment_id) do nothing`)
    return id
  },
  fill: (session) =>
    filledIn(`/operator/withdrawals/${session.subject}`, 'value="clear"', () => ({
      reason: 'Spoken with.',
    }))(session),
  effects: (session) =>
    count(
      session,
      sql`select count(*) from audit_records where action = 'anomaly.clear' and subject_id = ${session.subject}`,
    ),
  // What is cleared says by whom.
  isDone: ({ text }) => text.includes(say('cases:heldCleared', { by: 'operator', reason: 'Spoken with.' })),
  isUndone: ({ status, $ }) => status === 200 && $('input[value="clear"]').length > 0,
}

const rateForm: ChangingForm<OwnSession> = {
  name: 'rate of a coin',
  call: { method: 'POST', path: /^\/api\/ext\/operator\/rates$/ },
  ...traits,
  fill: reviewed(
    filledIn('/operator/content/rates', 'name="rate"', (own) => ({ coin: 'TRX', rate: rateOf(own) })),
  ),
  effects: (session) =>
    count(
      session,
      sql`select count(*) from audit_records where action = 'rate.set' and reason = ${rateOf(session)}`,
    ),
  isDone: (answer, session) =>
    hasFlash('flash:rateSet')(answer) ||
    // The rate that holds already.
    rowsOf(answer, 0).some(([coin, rate]) => coin === 'TRX' && rate?.includes(rateOf(session))),
}

/** A rate that no other cell sets, whichever account it has. */
const rates = new Map<string, string>()
function rateOf({ mark }: OwnSession): string {
  const rate = rates.get(mark) ?? `0.31${String(rates.size).padStart(5, '0')}7`
  rates.set(mark, rate)
  return rate
}

export const caseForms = [...applicationForms, ...severalForms, ...transferForms, holdForm, rateForm]
