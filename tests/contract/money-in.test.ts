import { randomBytes, randomUUID } from 'node:crypto'
import { eq, isNotNull, like } from 'drizzle-orm'
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
    expect(await here.db.$count(paymentEvents, isNotNull(paymentEvents.dueAt)), 'all were taken').toBe(0)
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

  /** So many seconds before now. */
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const casesOf = async (status: 'open' | 'credited' | 'closed') => {
    const query = { status, search: transfer.address }
    return (await ask(upstream, contract.operator.transfers, query, await signIn(upstream, 'operator'))).items
  }

  /** The time of the request is over. */
  const runOut = () =>
    here.db
      .update(refills)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(refills.wallet, transfer.address))
  /** An operator credits the request on its own page, by the transfer's hash. @returns its number */
  const creditByHand = async () => {
    const { id } = await newest()
    const { transaction: transactionHash } = transfer
    const decision = { id, decision: 'approve', creditedAmount: '700', transactionHash } as const
    await ask(upstream, contract.operator.decideRefill, decision, await signIn(upstream, 'operator'))
    return id
  }
  /** Closes the one case without a credit. */
  const close = async () => {
    const [found] = await casesOf('open')
    const decision = { id: found!.id, decision: 'reject', reason: 'Seen to.' } as const
    await ask(upstream, contract.operator.decideTransfer, decision, await signIn(upstream, 'operator'))
  }

  it('stays a case where the network shows again what it had taken back: somebody may have taken it off', async () => {
    await report({ body: bodyOf(transfer, ago(5)) })
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(4)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'taken_back', state: 'dropped' }])
    await report({ body: bodyOf(transfer, ago(3)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'differs', state: 'final' }])
    await close()
    expect(await casesOf('closed')).toMatchObject([{ problem: 'differs', decided: { reason: 'Seen to.' } }])
    expect(await casesOf('credited')).toEqual([])
    expect(await balance()).toBe('700')
  })

  it('is a case again where it was taken back and decided on before the network shows it again', async () => {
    await report({ body: bodyOf(transfer, ago(5)) })
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(4)) })
    await close()
    await report({ body: bodyOf(transfer, ago(3)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'differs', state: 'final' }])
    expect(await balance()).toBe('700')
  })

  it('waits again where it had left the queue because the network had taken it back', async () => {
    transfer.currency = 'TRX'
    await report({ body: bodyOf(transfer, ago(5)) })
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(4)) })
    expect(await casesOf('open')).toEqual([])
    await report({ body: bodyOf(transfer, ago(3)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'other_currency', state: 'final' }])
  })

  it('is not credited by itself then, though another request is open: the balance may have been corrected', async () => {
    await runOut()
    await report({ body: bodyOf(transfer, ago(0.9)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'late' }])
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(0.8)) })
    await here.db
      .update(refills)
      .set({ expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(refills.wallet, transfer.address))
    await report({ body: bodyOf(transfer, ago(0.7)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'late', state: 'final' }])
    expect(await balance()).toBe('0')
  })

  it('waits beside another payment of its transaction, and the decision on one leaves the other', async () => {
    await runOut()
    await report({ body: bodyOf(transfer, ago(0.9)) })
    await report({ body: bodyOf({ ...transfer, amount: '300' }, ago(0.8)) })
    const [other] = (await casesOf('open')).filter(({ amount }) => amount === '300')
    const { id: refill } = await newest()
    const by = await signIn(upstream, 'operator')
    await ask(upstream, contract.operator.decideTransfer, { id: other!.id, decision: 'approve', refill }, by)
    expect(await balance()).toBe('300')
    expect((await casesOf('open')).map(({ problem, amount }) => [problem, amount])).toEqual([['late', '700']])
    expect((await casesOf('credited')).map(({ problem, amount }) => [problem, amount])).toEqual([
      ['differs', '300'],
    ])
    // The network drops the transaction with all of its payments: one was credited.
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(0.5)) })
    expect((await casesOf('open')).map(({ problem, amount }) => [problem, amount])).toEqual([
      ['taken_back', '300'],
    ])
    // And shows both again.
    await report({ body: bodyOf(transfer, ago(0.4)) })
    await report({ body: bodyOf({ ...transfer, amount: '300' }, ago(0.3)) })
    const open = (await casesOf('open')).map(({ problem, amount, state }) => [problem, amount, state])
    expect(open.sort()).toEqual([
      ['differs', '300', 'final'],
      ['late', '700', 'final'],
    ])
    expect(await balance()).toBe('300')
  })

  it('of which one is credited by hand leaves the other payments of its transaction', async () => {
    await runOut()
    await report({ body: bodyOf(transfer, ago(0.9)) })
    await report({ body: bodyOf({ ...transfer, amount: '300' }, ago(0.8)) })
    await creditByHand()
    expect((await casesOf('open')).map(({ amount }) => amount)).toEqual(['300'])
    expect((await casesOf('credited')).map(({ amount }) => amount)).toEqual(['700'])
  })

  it('leaves the queue with the other payments of its transaction where the network drops it', async () => {
    await report({ body: bodyOf(transfer, ago(4)) })
    await report({ body: bodyOf({ ...transfer, amount: '300' }, ago(3)) })
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(2)) })
    expect((await casesOf('open')).map(({ problem, amount }) => [problem, amount])).toEqual([
      ['taken_back', '700'],
    ])
    // A second report of it is the last word, whatever comes late.
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(0.5)) })
    await report({ body: bodyOf(transfer, ago(1)) })
    await report({ body: bodyOf({ ...transfer, amount: '300' }, ago(1)) })
    const open = async () =>
      (await casesOf('open')).map(({ problem, amount, state }) => [problem, amount, state]).sort()
    expect(await open()).toEqual([['taken_back', '700', 'dropped']])
    for (const amount of ['700', '300']) await report({ body: bodyOf({ ...transfer, amount }, ago(0.2)) })
    expect(await open()).toEqual([
      ['differs', '300', 'final'],
      ['differs', '700', 'final'],
    ])
  })

  it('is a case where it was credited by hand while it was only seen, and is dropped', async () => {
    await report({ body: bodyOf({ ...transfer, final: false, confirmations: 1 }, ago(3)) })
    const id = await creditByHand()
    await report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(1)) })
    expect(await casesOf('open')).toMatchObject([{ problem: 'taken_back', refill: id }])
    expect((await messages()).join()).not.toContain('nothing was credited')
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
    [
      'the second payment of a transaction whose sender numbers none',
      async () => {
        await report()
        const second = { ...transfer, amount: '300' }
        await report({ body: bodyOf(second) })
        return report({ body: bodyOf(second) })
      },
      { status: 202, balance: '700', waits: ['differs'] },
    ],
    [
      'said to be taken back by a report that is older than the last one',
      async () => {
        await report({ body: bodyOf(transfer, ago(3)) })
        await report({ body: bodyOf(transfer, ago(1)) })
        return report({ body: bodyOf({ ...transfer, final: false, dropped: true }, ago(2)) })
      },
      credited,
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
