import { expect, test } from 'vitest'
import { type Deposit } from '~/contract/funds'
import { createServerI18n } from '~/locale/texts.server'
import { type Upstream } from '~/upstream/types'
import { createSealer } from '~/session/seal.server'
import { opening } from './definitions/opening.server'
import { type Duplicate, findDuplicate } from './duplicate.server'
import { createIdempotencyKeys } from './idempotency-keys.server'
import { createMemoryStore } from './memory-store.server'
import { recordOf } from './records.server'
import { type IdempotencyStore } from './types'

const { en: i18n } = createServerI18n('UTC')
const values = { planId: 'breeze', currency: 'USDT', amount: '300' }

const session = { user: { id: 'anna' } }
const keysOf = (store: IdempotencyStore) =>
  createIdempotencyKeys({
    sealer: createSealer(['4f1c9a6de2b87035c4d1ee907a52b638']),
    store,
    log: { warn: () => undefined },
  }).for(session)

type Row = Pick<Deposit, 'id' | 'startedAt'> & { status?: Deposit['status'] }

/** What is found of these deposits, which have the values that are sent. */
function found(
  deposits: Row[],
  {
    now = '2026-03-01T12:00:00.000Z',
    timeZone = 'UTC',
    again = '',
    submission = '',
    store = createMemoryStore(),
  } = {},
) {
  const items = deposits.map((one) => ({
    ...{ plan: { id: 'breeze' }, currency: 'USDT', amount: '300.000', status: 'in_progress' },
    ...one,
  }))
  const upstream = {
    ...{ now: () => new Date(now), timeZone },
    deposits: { list: () => Promise.resolve({ items }) },
  } as unknown as Upstream // the parts that are called
  const form = new FormData()
  form.set('again', again)
  form.set('submission', submission)
  const idempotencyKeys = keysOf(store)
  return findDuplicate({ upstream, i18n, form, idempotencyKeys }, { form: opening, values })
}

const whenOf = (duplicate: Duplicate | null) =>
  duplicate?.text.replaceAll('\u00a0', ' ').replace('You opened the same deposit ', '') ?? null

test.each([
  ['2026-03-01T11:58:00.000Z', '2 minutes ago.'],
  ['2026-03-01T11:49:59.000Z', null],
])('an entry of %s: %s', async (startedAt, when) => {
  expect(whenOf(await found([{ id: '1', startedAt }]))).toBe(when)
})

test.each([
  ['2026-03-01T00:00:00.000Z', 'UTC', '2026-03-01T12:00:00.000Z', 'on 1 March 2026.'],
  ['2026-03-01T00:00:00.000Z', 'UTC', '2026-03-02T00:09:00.000Z', 'on 1 March 2026.'],
  ['2026-03-01T00:00:00.000Z', 'UTC', '2026-03-02T00:11:00.000Z', null],
  ['2026-03-02T00:00:00.000Z', 'UTC', '2026-03-01T12:00:00.000Z', null],
  // Midnight in Vilnius, and a day that was written as midnight in UTC.
  ['2026-02-28T22:00:00.000Z', 'Europe/Vilnius', '2026-03-01T21:30:00.000Z', 'on 1 March 2026.'],
  ['2026-03-01T00:00:00.000Z', 'Europe/Vilnius', '2026-02-28T22:30:00.000Z', 'on 1 March 2026.'],
  ['2026-03-01T00:00:00.000Z', 'Europe/Vilnius', '2026-03-01T22:30:00.000Z', null],
  // A day of 23 hours.
  ['2026-03-28T22:00:00.000Z', 'Europe/Vilnius', '2026-03-29T21:05:00.000Z', 'on 29 March 2026.'],
  ['2026-03-28T22:00:00.000Z', 'Europe/Vilnius', '2026-03-29T21:15:00.000Z', null],
])('an entry that is dated by its day, %s in %s, at %s: %s', async (startedAt, timeZone, now, when) => {
  expect(whenOf(await found([{ id: '1', startedAt }], { timeZone, now }))).toBe(when)
})

test('an entry without a time may have been made just now, unless it is over', async () => {
  const undated = { id: '1', startedAt: null }
  expect(whenOf(await found([undated]))).toBe('before, and the list doesn’t say when.')
  expect(await found([{ ...undated, status: 'closed' }])).toBeNull()
})

test.each([null, '2026-03-01T00:00:00.000Z'])(
  'a tick is for none that is added, where all are of the same time (%s)',
  async (startedAt) => {
    const [first, second] = ['1', '2'].map((id) => ({ id, startedAt }))
    const again = (await found([first!]))!.mark
    expect((await found([first!], { again }))?.state).toBe('ticked')
    expect((await found([second!, first!], { again }))?.state).toBe('new')
  },
)

test('what was sent with another key and has no outcome yet is one, and for each a tick of its own', async () => {
  const store = createMemoryStore()
  const send = async (key: string, sent: Record<string, string>) => {
    const ticket = {
      ...{ key, form: opening.name, values: sent, userId: session.user.id, startedAt: Date.now() },
      sentAt: '2026-03-01T11:59:30.000Z',
    }
    await store.acquire(key, recordOf(ticket, { state: 'running' }))
    await keysOf(store).hrefOf(ticket)
    return ticket
  }
  const sealed = await keysOf(store).issue(opening.name)
  await send(sealed.split('.')[0] ?? '', values)
  await send('another-amount', { ...values, amount: '301' })
  expect(await found([], { store, submission: sealed })).toBeNull()

  const ticket = await send('another-key', values)
  const duplicate = await found([], { store, submission: sealed })
  expect(duplicate?.text).toBe(
    i18n.t('refusals:duplicate.open', { time: i18n.time('2026-03-01T11:59:30.000Z') }),
  )
  expect(duplicate?.href).toContain('deposits.create~another-key~')
  expect(duplicate?.state).toBe('new')
  expect((await found([], { store, submission: sealed, again: duplicate?.mark }))?.state).toBe('ticked')

  await store.saveOutcome('another-key', recordOf(ticket, { state: 'done', id: '1' }))
  expect(await found([], { store, submission: sealed })).toBeNull()
})
