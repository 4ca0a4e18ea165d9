import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, testDatabase, testServers } from '../../tests/support/postgres'
import { balanceOf } from '../funds/balance'
import { quoteRates } from '../funds/quotes'
import { creditRefill, requestRefill } from '../funds/refills'
import { checkAuditChain } from '../operator/audit-chain'
import { migrate } from './migrate'

/** Migrations of a database in use, from the schema before held rewards and quotes with owners. */

const now = new Date('2026-01-20T00:00:00.000Z')

/** The migrations up to a number, as if they were the only ones. */
function migrationsUpTo(last: number): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(fileURLToPath(new URL('migrations/', import.meta.url)), folder, { recursive: true })
  const path = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number }[] }
  const entries = journal.entries.filter(({ idx }) => idx <= last)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return folder
}

/**
 * Two investors, one invited by the other, an operator, and their rows in every table that has changed since.
 */
const filled = `
  insert into coins (coin, title, position, exchangeable) values ('USDT', 'Tether', 0, true), ('BTC', 'Bitcoin', 1, true);
  insert into rates (coin, at, rate, confirmed_until) values ('BTC', '2026-01-01Z', '50000', '2099-01-01Z');
  insert into users (id, login, email, phone, phone_confirmed_at, role, inviter_id, turnover, own_turnover, registered_at) values
    ('ann', 'ann', 'Ann@example.org', '+37060000001', '2026-01-01Z', 'investor', null, 300, 0, '2026-01-01Z'),
    ('bob', 'bob', 'bob@example.org', '+37060000002', null, 'investor', 'ann', 0, 300, '2026-01-02Z'),
    ('eva', 'eva', 'eva@example.org', '+37060000003', '2026-01-02Z', 'investor', null, 0, 0, '2026-01-02Z'),
    ('cid', 'cid', null, null, null, 'investor', null, 0, 0, '2026-01-02Z'),
    ('desk', 'desk', null, null, null, 'operator', null, 0, 0, '2026-01-01Z');
  update users set phone_confirmed_at = null, contacts_changed_at = '2026-01-03Z' where id = 'eva';
  insert into payment_systems
    (id, title, currency, network, family, refill_min_usd, payment_min_usd, payment_fee, payment_requires) values
    ('trc', 'USDT', 'USDT', 'TRC-20', 'tron', 10, 20, 1, '{}'), ('btc', 'BTC', 'BTC', 'Bitcoin', 'bitcoin', 10, 100, 0.0001, '{}');
  insert into refills (id, user_id, system_id, currency, network, request_amount, credited_amount, wallet, transaction_hash,
    status, created_at, expires_at, credited_at) values
    ('r1', 'bob', 'trc', 'USDT', 'TRC-20', 300, 300, 'paid', 'AA', 'topped_up', '2026-01-03Z', '2026-01-03 01:00Z', '2026-01-03 00:10Z'),
    ('r2', 'bob', 'trc', 'USDT', 'TRC-20', 50, null, 'unpaid', null, 'timeout_expired', '2026-01-04Z', '2026-01-04 01:00Z', null),
    ('r3', 'ann', 'btc', 'BTC', 'Bitcoin', 0.01, null, 'open', null, 'pending', '2026-01-19 23:30Z', '2026-01-20 00:30Z', null),
    ('r4', 'cid', 'trc', 'USDT', 'TRC-20', 50, null, 'refused', null, 'rejected', '2026-01-05Z', '2026-01-05 01:00Z', null);
  insert into receiving_addresses (id, system_id, address, refill_id, created_at) values
    ('a1', 'trc', 'paid', 'r1', '2026-01-01Z'), ('a2', 'trc', 'unpaid', 'r2', '2026-01-01Z'),
    ('a3', 'btc', 'open', 'r3', '2026-01-01Z'), ('a4', 'trc', 'refused', 'r4', '2026-01-01Z'),
    ('a5', 'trc', 'fresh', null, '2026-01-01Z');
  insert into plans (id, tariff, title, currencies, min, daily_percent, term_days, extension_days, extension_multiplier)
    values ('breeze', 'breeze', '{"en": "Breeze", "ru": "Breeze"}', '{USDT}', 100, 1.11, 50, 50, 2);
  insert into deposits (id, user_id, plan_id, tariff, plan_title, currency, amount, min, worth_usdt, daily_percent, term_days,
    extension_days, extension_multiplier, accruals, started_at, next_accrual_at) values
    ('d1', 'bob', 'breeze', 'breeze', '{"en": "Breeze", "ru": "Breeze"}', 'USDT', 300, 100, 300, 1.11, 50, 50, 2, 17,
      '2026-01-03Z', '2026-01-21Z');
  insert into ledger_accounts (id, user_id, kind, currency, balance) values
    ('ann:balance:USDT', 'ann', 'balance', 'USDT', 21), ('house:rewards:USDT', null, 'rewards', 'USDT', -21);
  insert into ledger_entries (id, event_id, type, user_id, source_user_id, occurred_at, reference_kind, reference_id) values
    ('e1', 'referral:d1:1', 'referral', 'ann', 'bob', '2026-01-03Z', 'deposit', 'd1');
  insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at) values
    ('e1', 1, 'ann:balance:USDT', 'ann', 'balance', 'USDT', 21, 21, 'referral', '2026-01-03Z'),
    ('e1', 2, 'house:rewards:USDT', null, 'rewards', 'USDT', -21, -21, 'referral', '2026-01-03Z');
  insert into rate_quotes (id, rates, issued_at, expires_at) values
    ('q1', '{"BTC": "50000"}', '2026-01-04Z', '2026-01-04 00:02Z'), ('q2', '{"BTC": "50000"}', '2026-01-19Z', '2026-01-21Z');
  insert into exchanges (id, user_id, from_currency, to_currency, amount_from, amount_to, rate, quote_id, created_at)
    values ('x1', 'bob', 'USDT', 'BTC', 10, 0.0002, 0.00002, 'q1', '2026-01-04Z');
  insert into payments (id, user_id, system_id, currency, network, wallet, amount, fee, net, from_balance, from_usdt, rate,
    created_at, expected_by) values ('p1', 'bob', 'btc', 'BTC', 'Bitcoin', 'w', 0.002, 0.0001, 0.0019, 0, 100, 50000,
    '2026-01-05Z', '2026-01-09Z');
  insert into payments (id, user_id, system_id, currency, network, wallet, amount, fee, net, from_balance, from_usdt, rate,
    status, cancelled_at, created_at, expected_by) values
    ('p2', 'eva', 'btc', 'BTC', 'Bitcoin', 'w', 0.002, 0.0001, 0.0019, 0, 100, 50000, 'rejected', '2026-01-06Z', '2026-01-05Z', '2026-01-09Z'),
    ('p3', 'eva', 'btc', 'BTC', 'Bitcoin', 'w', 0.002, 0.0001, 0.0019, 0, 100, 50000, 'rejected', '2026-01-06Z', '2026-01-05Z', '2026-01-09Z');
  insert into ledger_accounts (id, user_id, kind, currency, balance) values
    ('eva:held:BTC', 'eva', 'held', 'BTC', 0), ('eva:balance:BTC', 'eva', 'balance', 'BTC', 0.002),
    ('eva:balance:USDT', 'eva', 'balance', 'USDT', 0), ('house:exchange:USDT', null, 'exchange', 'USDT', 0),
    ('house:exchange:BTC', null, 'exchange', 'BTC', -0.002);
  insert into ledger_entries (id, event_id, type, user_id, occurred_at, reference_kind, reference_id) values
    ('e2', 'payment_return:p2', 'payment_return', 'eva', '2026-01-06Z', 'payment', 'p2'),
    ('e3', 'payment_return:p3', 'payment_return', 'eva', '2026-01-06Z', 'payment', 'p3');
  insert into ledger_lines (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at) values
    ('e2', 1, 'eva:held:BTC', 'eva', 'held', 'BTC', -0.002, 0.002, 'payment_return', '2026-01-06Z'),
    ('e2', 2, 'eva:balance:BTC', 'eva', 'balance', 'BTC', 0.002, 0.002, 'payment_return', '2026-01-06Z'),
    ('e3', 1, 'house:exchange:USDT', null, 'exchange', 'USDT', -100, 0, 'payment_return', '2026-01-06Z'),
    ('e3', 2, 'eva:balance:USDT', 'eva', 'balance', 'USDT', 100, 0, 'payment_return', '2026-01-06Z'),
    ('e3', 3, 'eva:held:BTC', 'eva', 'held', 'BTC', -0.002, 0, 'payment_return', '2026-01-06Z'),
    ('e3', 4, 'house:exchange:BTC', null, 'exchange', 'BTC', 0.002, -0.002, 'payment_return', '2026-01-06Z');
  insert into stored_files (id, owner, owner_id, field, media_type, bytes, stored_at, erase_after, erased_at) values
    ('f1', 'verification', 'v1', 'photoDocument', 'image/png', 100, '2026-01-05Z', '2027-01-05Z', null),
    ('f2', 'application', 'i1', 'resume', 'application/pdf', 50000, '2026-01-05Z', '2027-01-05Z', null),
    ('f3', 'application', 'i0', 'resume', 'application/pdf', 50000, '2026-01-02Z', '2026-01-05Z', '2026-01-05Z');
  insert into inquiries (id, kind, email, message, created_at) values ('i1', 'application', 'x@example.org', 'Hello', '2026-01-05Z');
  insert into audit_records (id, actor_id, action, created_at) values
    ('z1', 'desk', 'refill.approve', '2026-01-03Z'), ('a1', null, 'user.make_operator', '2026-01-04Z');
  insert into outbox (id, channel, recipient, kind, values, language, created_at)
    values ('m1', 'email', 'bob@example.org', 'password_code', '{}', 'en', '2026-01-05Z');`

describe.each(testServers)('a database in use, on the %s PostgreSQL', (server) => {
  test('is migrated to the present schema with all of its data, and works', async () => {
    const { db, pool, drop } = await testDatabase({ server })
    onTestFinished(drop)
    await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
    await migrate(pool, migrationsUpTo(7))
    await pool.query(filled)
    await migrate(pool)
    const rows = async (query: string) => (await pool.query<Record<string, unknown>>(query)).rows

    // An e-mail from before the codes is confirmed if the account was ever verified; otherwise it has to be
    // confirmed.
    expect(
      await rows('select id, email, pending_email, turnover::float8 as turnover from users order by id'),
    ).toEqual([
      { id: 'ann', email: 'Ann@example.org', pending_email: null, turnover: 300 },
      { id: 'bob', email: null, pending_email: 'bob@example.org', turnover: 0 },
      { id: 'cid', email: null, pending_email: null, turnover: 0 },
      { id: 'desk', email: null, pending_email: null, turnover: 0 },
      { id: 'eva', email: 'eva@example.org', pending_email: null, turnover: 0 },
    ])
    // Decisions from before the chain are chained in the order of their time.
    expect(await rows('select position::int, record_id from audit_chain order by position')).toEqual([
      { position: 1, record_id: 'z1' },
      { position: 2, record_id: 'a1' },
    ])
    expect(await checkAuditChain(db)).toMatchObject({ checked: 2, broken: null })

    // Operators from before the roles may do what they could.
    expect(await rows('select id from users where operator_role is not null')).toEqual([{ id: 'desk' }])
    expect(await rows("select operator_role from users where id = 'desk'")).toEqual([
      { operator_role: 'admin' },
    ])
    expect(await rows('select id from outbox')).toEqual([{ id: 'm1' }])

    // Quotes without an owner are deleted. Exchanges by them are kept unchanged, without a spread.
    expect(await rows('select * from rate_quotes')).toEqual([])
    expect(await rows('select id, quote_id, spread_percent::float8 as spread from exchanges')).toEqual([
      { id: 'x1', quote_id: 'q1', spread: 0 },
    ])
    const [rate, spread_percent] = [50000, null]
    expect(
      await rows('select id, rate::float8 as rate, spread_percent, kept_purchase from payments order by id'),
    ).toEqual([
      { id: 'p1', rate, spread_percent, kept_purchase: false },
      // Of the two cancelled withdrawals, the one that returned nothing in USDT.
      { id: 'p2', rate, spread_percent, kept_purchase: true },
      { id: 'p3', rate, spread_percent, kept_purchase: false },
    ])

    // A file takes at least one block; an erased one takes nothing.
    expect(await rows('select id, charged_bytes, sender from stored_files order by id')).toEqual([
      { id: 'f1', charged_bytes: 16384, sender: null },
      { id: 'f2', charged_bytes: 50000, sender: null },
      { id: 'f3', charged_bytes: 0, sender: null },
    ])
    expect(await rows('select id, sender, received_at from inquiries')).toEqual([
      { id: 'i1', sender: null, received_at: null },
    ])

    // A deposit keeps the rule that it was opened under, and rewards paid for it stay paid.
    expect(await rows('select id, holds_rewards, accruals from deposits')).toEqual([
      { id: 'd1', holds_rewards: false, accruals: 17 },
    ])
    expect(await rows('select * from held_rewards')).toEqual([])
    expect((await balanceOf(db, 'ann', now)).balance).toBe('21')

    // Partners are kept from then on, with what they brought before.
    const kept = 'turnover::float8 as turnover, bonus::float8 as bonus, accruals::float8 as accruals'
    const brought = { turnover: 300, bonus: 21, accruals: 21 }
    expect(await rows(`select user_id, partner_id, level, invited, ${kept} from partners`)).toEqual([
      { user_id: 'ann', partner_id: 'bob', level: 1, invited: 0, ...brought },
    ])
    expect(await rows(`select user_id, invited_by, level, partners, ${kept} from partner_sums`)).toEqual([
      { user_id: 'ann', invited_by: 'ann', level: 1, partners: 1, ...brought },
    ])

    // Addresses with a payment or a decision are kept; an investor with two is shown the paid one.
    const bound = `select address, user_id, retired, kept_since is not null as kept from receiving_addresses order by address`
    const owned = (address: string, userId: string | null, { retired = false, kept = false } = {}) => ({
      ...{ address, user_id: userId, retired, kept },
    })
    expect(await rows(bound)).toEqual([
      owned('fresh', null),
      owned('open', 'ann'),
      owned('paid', 'bob', { kept: true }),
      owned('refused', 'cid', { kept: true }),
      owned('unpaid', 'bob', { retired: true }),
    ])

    // The product works: a new request shows the address, a received transfer is credited, and a quote is
    // given.
    let made = 0
    const context = { now, realNow: now, newId: () => `new-${++made}`, demo: false, lowAddresses: 50 }
    const again = await db.transaction((tx) =>
      requestRefill(tx, context, { userId: 'bob', systemId: 'trc', amount: '50' }),
    )
    expect(again.wallet).toBe('paid')
    await expect(
      db.transaction((tx) =>
        creditRefill(tx, context, { refillId: again.id, by: 'operator', transactionHash: '0xaa' }),
      ),
    ).rejects.toMatchObject({ fields: { transactionHash: { code: 'transfer_known' } } })
    await db.transaction((tx) => creditRefill(tx, context, { refillId: 'r3', by: 'demo' }))
    expect((await balanceOf(db, 'ann', now)).currencies.BTC?.balance).toBe('0.01')
    expect((await quoteRates(db, context, 'ann')).rates).toEqual({ USDT: '1', BTC: '50000' })
    await expect(
      db.execute(sql`insert into account_traces (user_id, kind, value, first_at, last_at)
        values ('ann', 'wallet', 'w', now(), now())`),
    ).rejects.toThrow()
  })
})
