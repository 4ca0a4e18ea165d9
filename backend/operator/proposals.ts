/**
 * Four eyes. Invariants: a change that needs a second operator is made by nobody's decision alone; who proposed it never
 * approves it, which the database holds too, and neither does an operator who is new and may be the same person
 * (`independence.ts`); it is made once, by the function that would have made it at once, and only if its subject still is
 * what the proposal shows.
 */
import { and, desc, eq, lte, or, sql } from 'drizzle-orm'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import { alias } from 'drizzle-orm/pg-core'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { dayMs } from '../clock'
import { type OperatorRole } from '~/contract/operator-roles'
import { type Db } from '../db/connect'
import { type Fact, proposals } from '../db/schema/operator'
import { users } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type ListQuery, ordering, paging } from '../funds/pages'
import { type Services } from '../services'
import { type OperatorContext, recordAudit } from './audit'
import { type Change, factsOf, flatten } from './change'
import { changeOf } from './changes'
import { reasonOf } from './decisions'
import { type ActiveOperator, activeOperators, fourEyesOf } from './four-eyes'
import { areIndependent } from './independence'
import { isOpenAt } from './open-proposals'

export type ProposalView = CallOutput<typeof contract.operator.proposal>
type ProposalRow = typeof proposals.$inferSelect
type Status = ProposalRow['status']

/** How long a proposal waits for a second operator. */
const proposalTtlMs = 7 * dayMs

/** What became of a change that was asked for: what it has made, or the proposal that waits in its place. */
export type Effect<Made> = { made: Made; proposalId: null } | { made: null; proposalId: string }

/**
 * Makes the change, or proposes it where it needs a second operator. What would be refused is refused either way.
 * @throws Refusal proposal_open while another one waits about the same subject, and those of the change
 */
export async function makeOrPropose<Input extends { reason?: string }, Made>(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  change: Change<Input, Made>,
  input: Input,
): Promise<Effect<Made>> {
  await change.refuse?.(tx, operator, input)
  if (!(await waitsForSecond(tx, operator, change, input)))
    return { made: await change.make(tx, operator, input, services), proposalId: null }
  const subject = change.subject(input)
  const id = operator.newId()
  const facts = await tryOut(tx, services, operator, change, input)
  const [proposal] = await tx
    .insert(proposals)
    .values({
      id,
      call: change.call,
      input,
      subjectKind: subject.kind,
      subjectId: subject.id,
      facts,
      reason: input.reason?.trim() || null,
      proposedBy: operator.operatorId!, // the house itself proposes nothing
      proposedAt: operator.now,
      proposedFrom: operator.origin ?? null,
      expiresAt: new Date(operator.now.getTime() + proposalTtlMs),
    })
    .onConflictDoNothing()
    .returning({ id: proposals.id })
  // Another operator's was stored meanwhile.
  if (!proposal) throw new Refusal('proposal_open')
  const recorded = facts.filter(({ name }) => !change.contacts?.includes(name))
  const sides = { before: sideOf(recorded, 'before'), after: sideOf(recorded, 'after') }
  await recordAudit(tx, operator, { verb: 'propose', kind: 'proposal', id, reason: input.reason, ...sides })
  return { made: null, proposalId: id }
}

/**
 * Whether a change would wait for a second operator instead of being made.
 * @throws Refusal proposal_open while another one waits about the same subject
 */
export async function waitsForSecond<Input>(
  tx: Db,
  operator: OperatorContext,
  change: Pick<Change<Input>, 'needsSecond' | 'subject'>,
  input: Input,
): Promise<boolean> {
  if (!(await needsSecond(tx, operator, change, input))) return false
  await refuseSecond(tx, change.subject(input), operator.now)
  return true
}

/** Whether a change needs a second operator by the rule as it stands, whatever else waits about its subject. */
export async function needsSecond<Input>(
  db: Db,
  operator: OperatorContext,
  change: Pick<Change<Input>, 'needsSecond'>,
  input: Input,
): Promise<boolean> {
  const rules = await fourEyesOf(db)
  return rules.on && (change.needsSecond?.(db, operator, input, rules) ?? true)
}

const sideOf = (facts: Fact[], side: 'before' | 'after') =>
  Object.fromEntries(facts.map((fact) => [fact.name, fact[side]]))

/** Proposals whose time is over make room for a new one. */
async function refuseSecond(
  tx: Db,
  { kind, id }: { kind: string; id: string | null },
  now: Date,
): Promise<void> {
  if (id === null) return
  const about = and(
    eq(proposals.subjectKind, kind),
    eq(proposals.subjectId, id),
    eq(proposals.status, 'open'),
  )
  await tx
    .update(proposals)
    .set({ status: 'expired' })
    .where(and(about, lte(proposals.expiresAt, now)))
  const [open] = await tx.select({ id: proposals.id }).from(proposals).where(about)
  if (open) throw new Refusal('proposal_open', { params: { id: open.id } })
}

/** Makes the change and undoes it: what it would refuse is refused now, and what it would change is known. */
async function tryOut<Input, Made>(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  change: Change<Input, Made>,
  input: Input,
): Promise<Fact[]> {
  const before = flatten(await change.read(tx, operator, input, null))
  let after = before
  try {
    await tx.transaction(async (trial) => {
      const made = await change.make(trial, operator, input, services)
      after = flatten(await change.read(trial, operator, input, made))
      trial.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  return factsOf(before, after)
}

export interface ProposalDecision {
  id: string
  decision: 'approve' | 'reject' | 'withdraw'
  reason?: string
}

/**
 * Approves, rejects (with a reason) or withdraws. Of several decisions at once one counts. An approval whose change is
 * refused by now closes the proposal as failed, with nothing changed.
 * @throws Refusal not_found, already_decided, proposal_expired, own_proposal, approver_not_independent, forbidden,
 * validation
 */
export async function decideProposal(
  tx: Db,
  services: Services,
  operator: OperatorContext,
  { id, decision, mayMake, ...given }: ProposalDecision & Pick<ProposalReader, 'mayMake'>,
): Promise<void> {
  const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, id)).for('update')
  if (!proposal) throw new Refusal('not_found')
  if (proposal.status !== 'open') throw new Refusal('already_decided')
  if (proposal.expiresAt <= operator.now) throw new Refusal('proposal_expired')
  const isOwn = proposal.proposedBy === operator.operatorId
  if (decision === 'withdraw' && !isOwn) throw new Refusal('forbidden')
  if (decision !== 'withdraw' && isOwn) throw new Refusal('own_proposal')
  const change = changeOf(proposal.call)
  if (!change || !mayMake(proposal.call, proposal.input)) throw new Refusal('forbidden')
  if (decision === 'approve') {
    const operators = [proposal.proposedBy, operator.operatorId!] as const // a job approves nothing
    if (!(await areIndependent(tx, { now: operator.now, operators })))
      throw new Refusal('approver_not_independent')
  }
  const reason = decision === 'reject' ? reasonOf(given) : given.reason
  const close = async (status: Status, failure: string | null = null) => {
    await tx
      .update(proposals)
      .set({
        ...{ status, failure, decidedBy: operator.operatorId, decidedAt: operator.now },
        ...{ decidedFrom: operator.origin ?? null, decisionReason: reason?.trim() || null },
      })
      .where(eq(proposals.id, id))
    const verb = failure === null ? decision : 'fail'
    await recordAudit(tx, operator, { verb, kind: 'proposal', id, reason: reason || (failure ?? undefined) })
  }
  switch (decision) {
    case 'withdraw':
      return close('withdrawn')
    case 'reject':
      return close('rejected')
    case 'approve': {
      const failure = await failureOf(() =>
        tx.transaction(async (effect) => {
          await refuseOutdated(effect, change, operator, proposal)
          await change.make(effect, operator, proposal.input, services)
        }),
      )
      return failure === null ? close('approved') : close('failed', failure)
    }
  }
}

/** What has to be done before the transaction in which a proposed change is made. */
export async function prepareProposed(db: Db, services: Services, id: string): Promise<void> {
  const [proposal] = await db.select().from(proposals).where(eq(proposals.id, id))
  if (proposal) await changeOf(proposal.call)?.prepare?.(services, proposal.input)
}

/** The error that a change is refused with: of a field, that of the field; null if it is made. */
async function failureOf(make: () => Promise<void>): Promise<string | null> {
  try {
    await make()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [field] = Object.values(error.fields ?? {})
    return field?.code ?? error.code
  }
}

/** @throws Refusal proposal_outdated if its subject is not what the proposal shows any more */
async function refuseOutdated(
  tx: Db,
  change: Change<unknown>,
  operator: OperatorContext,
  { facts, input }: ProposalRow,
): Promise<void> {
  const present = flatten(await change.read(tx, operator, input, null))
  const shown = new Map(facts.flatMap(({ name, before }) => (before === null ? [] : [[name, before]])))
  for (const { name, before, after } of factsOf(shown, present)) {
    if (before !== after && !change.moving?.includes(name)) throw new Refusal('proposal_outdated')
  }
}

/** How a reader sees a proposal: their own, and those that their role may decide on. */
export interface ProposalReader {
  operatorId: string
  now: Date
  mayMake: (call: string, input: unknown) => boolean
  /** The roles that may make a change, and so approve it. */
  rolesOf: (call: string, input: unknown) => readonly OperatorRole[]
}

/** Proposals, the open ones first, then the newest. */
export async function listProposals(
  db: Db,
  reader: ProposalReader,
  query: ListQuery & { status?: Status },
): Promise<CallOutput<typeof contract.operator.proposals>> {
  const { page, limit, offset } = paging(query)
  const where = query.status && ofStatus(query.status, reader.now)
  const [rows, total, rules, operators] = await Promise.all([
    select(db)
      .where(where)
      .orderBy(
        desc(sql`coalesce(${isOpenAt(reader.now)}, false)`),
        ...ordering(query, { proposedAt: proposals.proposedAt }, 'proposedAt', proposals.id),
      )
      .limit(limit)
      .offset(offset),
    db.$count(proposals, where),
    fourEyesOf(db),
    activeOperators(db),
  ])
  return { items: rows.map((row) => proposalView(row, reader, operators)), total, page, limit, rules }
}

/** A proposal whose time is over is an expired one, whether that was noted or not. */
function ofStatus(status: Status, now: Date) {
  if (status === 'open') return isOpenAt(now)
  const own = eq(proposals.status, status)
  return status === 'expired'
    ? or(own, and(eq(proposals.status, 'open'), lte(proposals.expiresAt, now)))
    : own
}

/** One proposal. @throws Refusal not_found */
export async function proposalOf(db: Db, reader: ProposalReader, id: string): Promise<ProposalView> {
  const [row] = await select(db).where(eq(proposals.id, id))
  if (!row) throw new Refusal('not_found')
  return proposalView(row, reader, await activeOperators(db))
}

const decider = alias(users, 'decider')

const select = (db: Db) =>
  db
    .select({ proposal: proposals, proposedBy: users.login, decidedBy: decider.login })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.proposedBy))
    .leftJoin(decider, eq(decider.id, proposals.decidedBy))

/** Where a request came from that had no client. */
const nowhere = { address: null, device: null }

interface Joined {
  proposal: ProposalRow
  proposedBy: string
  decidedBy: string | null
}

function proposalView(
  { proposal, proposedBy, decidedBy }: Joined,
  { operatorId, now, mayMake, rolesOf }: ProposalReader,
  operators: readonly ActiveOperator[],
): ProposalView {
  const { id, call, subjectKind, subjectId, reason, proposedAt, expiresAt, decidedAt, facts } = proposal
  const isOver = proposal.status === 'open' && expiresAt <= now
  const isOwn = proposal.proposedBy === operatorId
  const isOpen = proposal.status === 'open' && !isOver
  const roles = rolesOf(call, proposal.input)
  const approvers = operators.filter((one) => one.id !== proposal.proposedBy && roles.includes(one.role))
  return {
    ...{ id, call, reason, facts, isOwn },
    subject: { kind: subjectKind, id: subjectId },
    status: isOver ? 'expired' : proposal.status,
    proposed: { by: proposedBy, at: proposedAt.toISOString(), ...nowhere, ...proposal.proposedFrom },
    expiresAt: expiresAt.toISOString(),
    decided:
      decidedBy && decidedAt
        ? {
            ...{ by: decidedBy, at: decidedAt.toISOString() },
            ...{ ...nowhere, ...proposal.decidedFrom },
            ...{ reason: proposal.decisionReason, failure: proposal.failure },
          }
        : null,
    mayDecide: isOpen && !isOwn && mayMake(call, proposal.input),
    ...(isOpen && { approvers: approvers.length }),
  }
}
