import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstDay, join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { createProductClock } from '../clock'
import { inquiries } from '../db/schema/operator'
import { storedFiles } from '../db/schema/people'
import { users } from '../db/schema/users'
import { postMessage } from '../outbox/outbox'
import { createSeal } from '../storage/seal'
import { exportAccount } from './export-account'

/**
 * The name of each table that refers to a user in the export. A new table fails this test until it has a name
 * here.
 */
const placeOf: Record<string, string> = {
  tokens: 'sessions',
  security_events: 'securityEvents',
  phone_codes: 'phoneCodes',
  email_codes: 'emailCodes',
  password_codes: 'passwordCodes',
  step_up_codes: 'stepUpCodes',
  used_places: 'usedPlaces',
  idempotency_keys: 'keyedCalls',
  deposits: 'deposits',
  inquiries: 'inquiries',
  audit_records: 'decisions',
  ledger_accounts: 'balances',
  ledger_entries: 'operations',
  ledger_lines: 'operations',
  notifications: 'notifications',
  outbox: 'messages',
  wallets: 'wallets',
  personal_data: 'personalData',
  verifications: 'verifications',
  refills: 'refills',
  incoming_transfers: 'transfers',
  payments: 'payments',
  exchanges: 'exchanges',
  rate_quotes: 'quotes',
  receiving_addresses: 'receivingAddresses',
  subscriptions: 'subscriptions',
  held_rewards: 'heldRewards',
  reward_blocks: 'rewardBlocks',
  account_traces: 'accountTraces',
  activity: 'activity',
  second_factors: 'secondFactors',
  recovery_codes: 'recoveryCodes',
  factor_challenges: 'secondFactorChallenges',
  trusted_devices: 'trustedDevices',
  factor_tries: 'secondFactorTries',
  users: 'account',
}

/** What operators do at their work, with their own ids: no investor's export has it. */
const ofOperators = [
  'case_assignments',
  'case_notes',
  'mailings',
  'operator_invitations',
  'payment_batches',
  'proposals',
  'saved_views',
]

/** Gone within minutes, with nothing in it but the number of a call that is under way. */
const passing = ['idempotency_reservations']

/** Kept by the database for the list of partners, out of what the export has. */
const derived = ['partner_sums', 'partners']

describe.each(serversFor('export-account'))('the export of an account, on the %s PostgreSQL', (server) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase({ server })
  })
  afterAll(() => database.drop())

  function exported(userId: string) {
    const productClock = createProductClock(0, { now: () => firstDay })
    const seal = createSeal(randomBytes(32))
    return exportAccount({ db: database.db, seal, productClock }, userId, 'en')
  }

  it('has every table that refers to users', async () => {
    const { rows } = await database.pool.query<{ name: string }>(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'user_id' or column_name = 'actor_id')
      union select distinct conrelid::regclass::text from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`)
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !placeOf[name] && ![...ofOperators, ...passing, ...derived].includes(name)),
    ).toEqual([])
    const userId = await join(database.db)
    const held = await exported(userId)
    expect(Object.keys(held)).toEqual(expect.arrayContaining(Object.values(placeOf)))
  })

  it("has inquiries sent from the account's addresses, and of messages only that they were received", async () => {
    const { db } = database
    const userId = await join(db)
    const [email, phone] = ['ona@example.org', '+37061112222']
    await db.update(users).set({ email, phone }).where(eq(users.id, userId))
    const visitor = { name: 'Ona', createdAt: firstDay }
    const [applicant, stranger] = [newId(), newId()]
    await db.insert(inquiries).values([
      { id: newId(), kind: 'subscriber', email, createdAt: firstDay },
      {
        id: newId(),
        kind: 'message',
        email: 'Ona@Example.org',
        message: 'Nobody else may read this',
        ...visitor,
      },
      { id: applicant, kind: 'application', phone, vacancyId: 'lawyer', ...visitor },
      { id: newId(), kind: 'message', email: 'kai@example.org', message: 'Of another', ...visitor },
      // Somebody else who has typed this e-mail.
      { id: stranger, kind: 'application', email, phone: '+37063334444', vacancyId: 'lawyer', ...visitor },
    ])
    const resume = {
      owner: 'application',
      field: 'resume',
      mediaType: 'application/pdf',
      bytes: 3,
      sender: '192.0.2.9',
      storedAt: firstDay,
      eraseAfter: firstDay,
    } as const
    await db
      .insert(storedFiles)
      .values([applicant, stranger].map((ownerId) => ({ ...resume, id: newId(), ownerId })))
    const letter = { channel: 'email', kind: 'email_changed', values: {}, language: 'en' } as const
    const earlier = { ...letter, recipient: 'before@example.org' }
    await postMessage(db, { id: newId(), userId, createdAt: firstDay }, earlier)
    const held = await exported(userId)
    const requests = held.inquiries as Record<string, unknown>[]
    expect(requests.map(({ kind }) => kind).sort()).toEqual([
      ...['application', 'application', 'message', 'subscriber'],
    ])
    expect(requests).toContainEqual(expect.objectContaining({ kind: 'application', name: 'Ona', phone }))
    expect(requests).toContainEqual(expect.objectContaining({ kind: 'subscriber', email }))
    expect(JSON.stringify(held)).not.toMatch(/Nobody else|Of another|63334444|192\.0\.2\.9/)
    expect(held.files).toMatchObject([{ ownerId: applicant, field: 'resume' }])
    expect(held.files).toHaveLength(1)
    expect(held.messages).toMatchObject([{ recipient: 'before@example.org', kind: 'email_changed' }])
    expect(held.more).toEqual([])
  })
})
