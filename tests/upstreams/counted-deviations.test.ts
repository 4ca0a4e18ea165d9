import { describe, expect, it } from 'vitest'
import { type CountedDeviation, createDeviationCounts } from '~/upstream/reader/deviations.server'
import { createUpstreamPool } from '~/upstream/pool.server'
import { type Upstream } from '~/upstream/types'
import { type Deviation } from '../stranger/deviations'
import { startStranger } from '../stranger/stranger'

/** What is bent, found elsewhere or left out is counted by its call and field, and logged without a value. */

const timeouts = { connectMs: 5_000, getMs: 20_000, moneyMs: 20_000, uploadMs: 20_000, partMs: 20_000 }
const caller = { language: 'en', requestId: 'counted', address: null } as const

interface Counted {
  counts: CountedDeviation[]
  log: string
}

/** Signs the investor of the seed in, makes the call, and returns what was counted since. */
async function countedBy(
  deviation: Deviation | null,
  ask: (upstream: Upstream) => Promise<unknown>,
): Promise<Counted> {
  const stranger = await startStranger({ deviations: deviation ? [deviation] : [] })
  const lines: object[] = []
  const log = { warn: (fields: object) => void lines.push(fields) }
  // Each look at the clock is a minute later, so that every count is logged.
  let minutes = 0
  const deviations = createDeviationCounts(log, () => (minutes += 1) * 60_000)
  const pool = createUpstreamPool({ url: stranger.url, timeouts, log, deviations })
  try {
    const { refreshToken } = await pool.for({ ...caller, token: null }).auth.login(stranger.investor)
    const upstream = pool.for({ ...caller, token: refreshToken })
    await ask(upstream).catch(() => undefined)
    return { counts: upstream.deviations(), log: JSON.stringify(lines) }
  } finally {
    await pool.close()
    await stranger.close()
  }
}

const topUp = ({ refills }: Upstream) => refills.create({ system: '1', amount: '150' }, { key: 'counted-1' })
const tooMuch = ({ deposits }: Upstream) =>
  deposits.create({ planId: '1', currency: 'USDT', amount: '999999999' }, { key: 'counted-2' })
const deposits = (upstream: Upstream) => upstream.deposits.list({ page: 1, limit: 20 })

describe('an answer is counted', () => {
  it.each<[Deviation | null, (upstream: Upstream) => Promise<unknown>, Omit<CountedDeviation, 'count'>]>([
    [null, deposits, { call: 'deposits.list', field: '', rule: 'list' }],
    [null, deposits, { call: 'deposits.list', field: 'items.amount', rule: 'number' }],
    [
      null,
      ({ user }) => user.exchangeRate({}, { withoutBearer: true }),
      { call: 'user.exchangeRate', field: '', rule: 'bearer' },
    ],
    [
      null,
      ({ settings }) => settings.get({ key: 'telegramAuthAvailable' }),
      { call: 'settings.get', field: '', rule: 'shorthand' },
    ],
    ['changes-202', topUp, { call: 'refills.create', field: '', rule: 'status' }],
    ['changes-ok', topUp, { call: 'refills.create', field: '', rule: 'acknowledged' }],
    ['changes-in-data', topUp, { call: 'refills.create', field: '', rule: 'envelope' }],
    ['fields-snake-case', deposits, { call: 'deposits.list', field: 'items.dailyPercent', rule: 'name' }],
    ['rows-bad', deposits, { call: 'deposits.list', field: 'items', rule: 'row_left_out' }],
    [
      'balance-bad',
      ({ user }) => user.balance(),
      { call: 'user.balance', field: 'currencies.balance', rule: 'unreadable' },
    ],
    ['refusals-ok-false', tooMuch, { call: 'deposits.create', field: '', rule: 'refusal' }],
    ['errors-error', tooMuch, { call: 'deposits.create', field: 'error', rule: 'problem' }],
    ['errors-text', tooMuch, { call: 'deposits.create', field: '', rule: 'problem_text' }],
    [
      'lists-refuse-unknown-queries',
      (upstream) => upstream.deposits.list({ sort: 'closesAt' as never }),
      { call: 'deposits.list', field: 'sort', rule: 'refused_query' },
    ],
  ])('with %s', async (deviation, ask, expected) => {
    const { counts } = await countedBy(deviation, ask)
    expect(counts).toContainEqual({ ...expected, count: expect.any(Number) as number })
  })

  it('once for each answer', async () => {
    const { counts } = await countedBy('changes-202', async (upstream) => {
      await topUp(upstream)
      await upstream.refills.create({ system: '1', amount: '160' }, { key: 'counted-3' })
    })
    expect(counts).toContainEqual({ call: 'refills.create', field: '', rule: 'status', count: 2 })
  })

  it('and no value reaches the log', async () => {
    const { log } = await countedBy('balance-bad', ({ user }) => user.balance())
    expect(log).toContain('user.balance currencies.balance unreadable 1')
    expect(log).not.toContain('n/a')
  })
})
