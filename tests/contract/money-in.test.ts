import { randomBytes, randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { incomingTransfers, paymentEvents } from '../../backend/db/schema/incoming'
import { inquiries } from '../../backend/db/schema/operator'
import { refills } from '../../backend/db/schema/transfers'
import { faultsOfAll } from '../support/ledger-faults'
import { ask } from './client'
import { type Person, newInvestor, signIn } from './people'
import { type TestUpstream, anyUpstream, openUpstream } from './upstream'
import { wordsOfHtml } from '../support/visitor'

/** The signed call of payment processors, by senders who mean well and by others: a transfer is credited once or not at all. */

const secret = () => `whsec_${randomBytes(32).toString('base64')}`
const [present, former, unknown] = [secret(), secret(), secret()]

interface Sent {
  id?: string
  at?: Date
  by?: string
  body?: string
  /** What arrives instead of what was signed. */
  forged?: string
}

describe.skipIf(anyUpstream === 'named')('transfers that are reported', () => {
  let upstream: TestUpstream
  let here: NonNullable<TestUpstream['here']>
  let person: Person
  let transfer: Record<string, unknown> & { address: string; transaction: string }

  beforeAll(async () => {
    upstream = await openUpstream(anyUpstream, { hookSecrets: [present, former] })
    here = upstream.here!
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    person = await newInvestor(upstream)
    transfer = await request('700')
  })
  afterEach(async () => {
    const client = new pg.Client(here.databaseUrl)
    await client.connect()
    expect(await faultsOfAll(client)).toEqual([])
    await client.end()
  })

  /** Asks for an address; what would be sent to it. */
  async function request(amount: string, of = person) {
    const refill = await ask(upstream, contract.refills.create, { system: 'usdt-trc20', amount }, of)
    return {
      ...{ address: refill.wallet, network: refill.network, currency: 'USDT', amount },
      ...{ transaction: randomBytes(32).toString('hex'), confirmations: 19, final: true },
    }
  }

  const bodyOf = (data: object, timestamp = new Date()) =>
    JSON.stringify({ type: 'transfer.updated', timestamp: timestamp.toISOString(), data })

  /** The body of the last answer. */
  let said: object = {}
  async function report({
    id = randomUUID(),
    at = new Date(),
    by = present,
    body = bodyOf(transfer),
    forged,
  }: Sent = {}) {
    const signature = new Webhook(by).sign(id, at, body)
    const answer = await fetch(`${upstream.url}/api/hooks/payments`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': id, 'webhook-signature': signature },
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      },
      body: forged ?? body,
    })
    said = (await answer.json()) as object
    await here.inbox.takeDue()
    return answer.status
  }

  const balance = async (of = person) => (await ask(upstream, contract.user.balance, {}, of)).balance
  const newest = async () => (await ask(upstream, contract.refills.list, {}, person)).items[0]!
  const waiting = async () => {
    const { address } = transfer
    const rows = await here.db.select().from(incomingTransfers).where(eq(incomingTransfers.address, address))
    return rows.flatMap(({ problem }) => problem ?? [])
  }
  const messages = async () =>
    (await ask(upstream, contract.notification.list, {}, person)).items.map(({ message }) =>
      wordsOfHtml(message),
    )

  it('shows it with its confirmations and credits what arrived when it is final', async () => {
    const seen = { ...transfer, amount: '699.5', final: false, requiredConfirmations: 19 }
    expect(await report({ body: bodyOf({ ...seen, confirmations: 0 }) })).toBe(202)
    expect(await report({ body: bodyOf({ ...seen, confirmations: 2 }) })).toBe(202)
    expect(await newest()).toMatchObject({
      status: 'pending',
      seen: { amount: '699.5', confirmations: 2, required: 19 },
    })
    expect(await balance()).toBe('0')
    expect(await report({ body: bodyOf({ ...seen, confirmations: 19, final: true }) })).toBe(202)
    expect(await newest()).toMatchObject({
      ...{ status: 'topped_up', seen: null, creditedAmount: '699.5' },
      transactionHash: transfer.transaction,
    })
    expect(await balance()).toBe('699.5')
    expect(await messages()).toEqual([
      'Your balance was topped up with 699.50 USDT.',
      'The network shows your transfer of 699.50 USDT. It is credited once the network has confirmed it.',
    ])
  })

  it('takes a former secret while it is replaced, and the number of a top-up instead of its address', async () => {
    const { id } = await newest()
    const { address: _address, ...data } = transfer
    expect(await report({ by: former, body: bodyOf({ ...data, reference: id }) })).toBe(202)
    expect(await balance()).toBe('700')
  })

  it('shows nothing of a transfer that the network has taken back, and credits none of it', async () => {
    await report({ body: bodyOf({ ...transfer, final: false }, new Date(Date.now() - 3000)) })
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, new Date(Date.now() - 1000)) })
    expect(await newest()).toMatchObject({ status: 'pending', seen: null })
    // What was said before it was taken back comes late.
    await report({ body: bodyOf(transfer, new Date(Date.now() - 2000)) })
    expect(await balance()).toBe('0')
    expect(await messages()).toContain(
      'The network took your transfer of 700.00 USDT back: nothing was credited. Look it up in your wallet.',
    )
  })

  it('credits one whose request ran out after the network had shown it, and none that was shown later', async () => {
    const late = await request('300')
    await report({ body: bodyOf({ ...transfer, final: false }) })
    await here.db
      .update(refills)
      .set({ expiresAt: new Date(Date.now() + 1) })
      .where(eq(refills.wallet, transfer.address))
    await report()
    expect(await balance()).toBe('700')
    await report({ body: bodyOf(late, new Date(Date.now() + 1000)) })
    expect(await balance()).toBe('700')
    expect(await waiting()).toEqual(['late'])
  })

  it('answers the id of an earlier event with `known`, whatever it says this time', async () => {
    const id = randomUUID()
    await report({ id })
    expect(said).toEqual({ status: 'accepted' })
    await report({ id })
    expect(said).toEqual({ status: 'known' })
    await report({ id, body: bodyOf({ ...transfer, transaction: randomBytes(32).toString('hex') }) })
    expect(said).toEqual({ status: 'known' })
    const rows = await here.db.select().from(paymentEvents).where(eq(paymentEvents.eventId, id))
    expect(rows).toMatchObject([{ body: { data: { transaction: transfer.transaction } }, dueAt: null }])
  })

  const credited = { status: 202, balance: '700', waits: [] as string[] }
  const refused = (status: number) => ({ status, balance: '0', waits: [] as string[] })

  it.each<[string, () => Promise<number>, { status: number; balance: string; waits: string[] }]>([
    ['signed by nobody we know', () => report({ by: unknown }), refused(401)],
    ['changed on its way', () => report({ forged: bodyOf({ ...transfer, amount: '7000' }) }), refused(401)],
    ['signed six minutes ago', () => report({ at: new Date(Date.now() - 360_000) }), refused(401)],
    ['signed six minutes ahead', () => report({ at: new Date(Date.now() + 360_000) }), refused(401)],
    ['of 17 KiB', () => report({ body: bodyOf({ ...transfer, memo: 'x'.repeat(17_000) }) }), refused(413)],
    [
      'with the amount as a number',
      () => report({ body: bodyOf({ ...transfer, amount: 700 }) }),
      refused(422),
    ],
    ['of less than nothing', () => report({ body: bodyOf({ ...transfer, amount: '-700' }) }), refused(422)],
    ['of no JSON', () => report({ body: '{"type":' }), refused(422)],
    [
      'sent again as it was',
      async () => {
        const again = { id: randomUUID() }
        await report(again)
        return report(again)
      },
      credited,
    ],
    [
      'sent under the id of an earlier event, with another transaction and amount',
      async () => {
        const id = randomUUID()
        await report({ id })
        await request('700')
        const other = { ...transfer, transaction: randomBytes(32).toString('hex'), amount: '5000' }
        return report({ id, body: bodyOf(other) })
      },
      credited,
    ],
    [
      'one of two of one id that come at once with two transactions',
      async () => {
        const id = randomUUID()
        const [first, second] = ['1', '2'].map((start) => ({
          ...transfer,
          transaction: start + randomBytes(32).toString('hex').slice(1),
        }))
        return Math.max(
          ...(await Promise.all([first, second].map((data) => report({ id, body: bodyOf(data!) })))),
        )
      },
      credited,
    ],
    [
      'of 900 for a request of 700',
      () => report({ body: bodyOf({ ...transfer, amount: '900' }) }),
      { ...credited, balance: '900' },
    ],
    [
      'reported twice, in another spelling',
      async () => {
        await report()
        const spelled = { ...transfer, transaction: `0x${transfer.transaction.toUpperCase()}` }
        return report({ body: bodyOf({ ...spelled, address: transfer.address.toLowerCase() }) })
      },
      credited,
    ],
    [
      'reported by five at once',
      async () => Math.max(...(await Promise.all([1, 2, 3, 4, 5].map(() => report())))),
      credited,
    ],
    [
      'reported last first',
      async () => {
        await report()
        return report({
          body: bodyOf({ ...transfer, final: false, confirmations: 1 }, new Date(Date.now() - 5000)),
        })
      },
      credited,
    ],
    [
      'with 30 decimals',
      () => report({ body: bodyOf({ ...transfer, amount: `700.${'0'.repeat(6)}${'9'.repeat(24)}` }) }),
      credited,
    ],
    [
      'of less than the smallest unit',
      () => report({ body: bodyOf({ ...transfer, amount: `0.${'0'.repeat(29)}1` }) }),
      refused(202),
    ],
    [
      'of another coin',
      () => report({ body: bodyOf({ ...transfer, currency: 'TRX' }) }),
      { status: 202, balance: '0', waits: ['other_currency'] },
    ],
    [
      'to an address of nobody',
      async () => {
        transfer.address = `T${randomBytes(16).toString('hex')}`
        return report()
      },
      { status: 202, balance: '0', waits: ['unknown_address'] },
    ],
    [
      'after the first one was credited',
      async () => {
        await report()
        return report({ body: bodyOf({ ...transfer, transaction: randomBytes(32).toString('hex') }) })
      },
      { status: 202, balance: '700', waits: ['no_request'] },
    ],
    [
      'and taken back once it was credited',
      async () => {
        await report()
        return report({ body: bodyOf({ ...transfer, final: false, dropped: true }) })
      },
      { status: 202, balance: '700', waits: ['taken_back'] },
    ],
  ])('one that is %s', async (_what, act, expected) => {
    const status = await act()
    const isInQueue = async () => {
      const by = await signIn(upstream, 'operator')
      const query = { status: 'open', search: transfer.address } as const
      return (await ask(upstream, contract.operator.transfers, query, by)).items.length === 1
    }
    expect({ status, balance: await balance(), waits: await waiting() }).toEqual(expected)
    expect(await isInQueue()).toBe(expected.waits.length > 0)
    expect(await here.db.$count(inquiries, like(inquiries.message, `%${transfer.address}%`))).toBe(0)
  })
})
