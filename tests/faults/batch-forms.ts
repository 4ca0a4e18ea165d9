import { fieldNameOf } from '~/routes/operator.withdrawals.batches.$id.transfers/form.server'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { newPayment } from '../support/money-forms'
import { textsOf } from '../support/texts'
import { type Answer } from '../support/visitor'
import {
  type ChangingForm,
  type OwnSession,
  amountOf,
  count,
  filledIn,
  hasFlash,
  reviewed,
} from './changing-form'

/** Withdrawals leave in batches: a batch is made, dissolved, made smaller, and paid. */

const say = textsOf('en')

const traits = { key: 'upstream', reader: 'operator', showsOutcome: true, perAccount: 20 } as const

/** An approved withdrawal that is in no batch; those of earlier cells wait for no batch any more. */
async function approvedPayment(session: OwnSession): Promise<string> {
  const { db } = session.product
  await db.execute(
    sql`update payments set status = 'pending', approved_at = null where status = 'under_review' and approved_at is not null
      and not exists (select from batched_payments where payment_id = payments.id and taken_out_at is null)`,
  )
  const id = await newPayment(session.investor, amountOf(session))
  await approve(session, id)
  return id
}

async function approve({ product: { db } }: OwnSession, id: string): Promise<void> {
  await db.execute(sql`delete from held_payments where payment_id = ${id}`)
  await db.execute(sql`update payments set status = 'under_review', approved_at = now() where id = ${id}`)
}

/** A batch of two withdrawals. @returns the ids: of the batch, then of the withdrawals */
async function storedBatch(session: OwnSession, status: 'open' | 'downloaded'): Promise<string> {
  const { db } = session.product
  const payments = [await newPayment(session.investor, '30'), await newPayment(session.investor, '40')]
  const id = randomUUID()
  await db.execute(sql`
    insert into payment_batches (id, system_id, status, checksum, created_by, created_at, downloaded_at)
    values (${id}, 'usdt-trc20', ${status}, ${randomBytes(32).toString('hex')},
      (select id from users where login = 'operator'), now(), ${status === 'open' ? null : sql`now()`})`)
  for (const [position, payment] of payments.entries()) {
    await approve(session, payment)
    await db.execute(
      sql`insert into batched_payments (batch_id, payment_id, position) values (${id}, ${payment}, ${position})`,
    )
  }
  return [id, ...payments].join('~')
}

const idsOf = ({ subject }: OwnSession) => subject.split('~') as [batch: string, one: string, other: string]
const batchPage = (session: OwnSession) => `/operator/withdrawals/batches/${idsOf(session)[0]}`
const isAtBatch = ({ url }: Answer, session: OwnSession) => url.pathname === batchPage(session)

const audited = (session: OwnSession, action: string) =>
  count(
    session,
    sql`select count(*) from audit_records where action = ${action} and subject_id = ${idsOf(session)[0]}`,
  )

/** The hash that a cell reports, by its mark. */
const hashes = new Map<string, string>()
function hashOf({ mark }: OwnSession): string {
  const hash = hashes.get(mark) ?? randomBytes(32).toString('hex')
  hashes.set(mark, hash)
  return hash
}

export const batchForms: ChangingForm<OwnSession>[] = [
  {
    name: 'batch of withdrawals',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/batches$/ },
    ...traits,
    prepare: approvedPayment,
    fill: filledIn('/operator/withdrawals/batches/new?system=usdt-trc20', 'name="checksum"'),
    effects: (session) =>
      count(session, sql`select count(*) from batched_payments where payment_id = ${session.subject}`),
    isDone: ({ url, status }) =>
      status === 200 && /^\/operator\/withdrawals\/batches\/(?!new$)[^/]+$/.test(url.pathname),
  },
  {
    name: 'batch that is dissolved',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/batches\/[^/]+\/dissolve$/ },
    ...traits,
    prepare: (session) => storedBatch(session, 'open'),
    fill: (session) => filledIn(batchPage(session), 'value="dissolve"')(session),
    effects: (session) => audited(session, 'batch.dissolve'),
    isDone: (answer, session) =>
      isAtBatch(answer, session) &&
      answer.$('main h1').parent().text().includes(say('batches:status.dissolved')),
  },
  {
    name: 'withdrawal that is taken out of its batch',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/batches\/[^/]+\/take-out$/ },
    ...traits,
    prepare: (session) => storedBatch(session, 'downloaded'),
    fill: (session) =>
      filledIn(batchPage(session), 'value="takeOut"', () => ({
        ...{ payment: idsOf(session)[1], reason: 'It was left out.' },
      }))(session),
    effects: (session) => audited(session, 'batch.take_out'),
    isDone: (answer, session) =>
      isAtBatch(answer, session) &&
      answer.text.includes(say('batches:rows.takenOut')) &&
      answer.$(`option[value="${idsOf(session)[1]}"]`).length === 0,
  },
  {
    name: 'transfers of a batch',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/batches\/[^/]+\/transfers$/ },
    ...traits,
    prepare: (session) => storedBatch(session, 'downloaded'),
    fill: (session) => {
      const field = `hashes.${fieldNameOf({ id: idsOf(session)[1] })}`
      return reviewed(
        filledIn(`${batchPage(session)}/transfers`, `name="${field}"`, (own) => ({ [field]: hashOf(own) })),
      )(session)
    },
    effects: async (session) =>
      Math.max(
        await audited(session, 'batch.report'),
        await count(
          session,
          sql`select count(*) from audit_records where action = 'payment.complete' and subject_id = ${idsOf(session)[1]}`,
        ),
      ),
    isDone: (answer, session) =>
      hasFlash('flash:transfersReported')(answer) ||
      // A check page that shows it as completed already.
      answer.text.includes(say('batches:result.already_completed')) ||
      (isAtBatch(answer, session) && answer.text.replaceAll(' ', '').includes(hashOf(session))),
  },
]
