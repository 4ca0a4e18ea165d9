import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Complete } from '~/contract/reading'
import { type Call } from '~/contract/call'
import { type Balance } from '~/contract/user'
import { currentPassword, tronWallet } from '../support/investor'
import { type Answer, ask, send } from './client'
import { type Person, newInvestor, stepUp, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Clients that spend one balance concurrently over HTTP: they never overdraw it, and each request is charged
 * once.
 */

interface Wish {
  call: Call
  body: Record<string, string>
  /** What the call costs in USDT. */
  costs: number
}

describe.each(upstreamsFor('concurrent-spending'))(
  'concurrent spending of one balance on the %s upstream',
  (where) => {
    let upstream: TestUpstream
    beforeAll(async () => {
      upstream = await openUpstream(where)
    })
    afterAll(() => upstream.close())

    async function wishes(person: Person): Promise<Wish[]> {
      const { rateId } = await ask(upstream, contract.user.exchangeRate, {}, person)
      const { items } = await ask(upstream, contract.settings.subscriptionOptions)
      const { id: optionId, price } = items[0]!
      return [
        {
          call: contract.deposits.create,
          body: { planId: 'breeze', currency: 'USDT', amount: '100' },
          costs: 100,
        },
        {
          call: contract.payments.create,
          body: { system: 'usdt-trc20', amount: '70', wallet: tronWallet, currentPassword },
          costs: 70,
        },
        {
          call: contract.user.exchange,
          body: { from: 'USDT', to: 'TRX', amount: '40', rateId },
          costs: 40,
        },
        { call: contract.user.subscription, body: { optionId }, costs: Number(price) },
      ]
    }
    const balanceOf = (person: Person): Promise<Complete<typeof Balance>> =>
      ask(upstream, contract.user.balance, {}, person)
    const codeOf = ({ body }: Answer) => (body as { code?: string }).code

    /**
     * Checks that the statement adds up to the balance, and that the balance after each row is not negative.
     */
    async function checkStatement(person: Person): Promise<string[]> {
      const { items, summary } = await ask(upstream, contract.user.operations, { limit: 1000 }, person)
      const { currencies } = await balanceOf(person)
      for (const [currency, held] of Object.entries(currencies)) {
        expect(summary[currency]?.balance.closing ?? '0').toBe(held.balance)
        expect(summary[currency]?.balance_dep.closing ?? '0').toBe(held.balance_dep)
      }
      expect(items.filter(({ balanceAfter }) => balanceAfter.startsWith('-'))).toEqual([])
      return items.flatMap(({ type, direction }) => (direction === 'out' ? [type] : [])).sort()
    }

    it('does not overdraw with 50 concurrent deposits, withdrawals, exchanges and subscriptions', async () => {
      const inviter = await newInvestor(upstream)
      const person = await newInvestor(upstream, { inviter: inviter.login })
      await topUp(upstream, person, '1000')
      await stepUp(upstream, person)
      const kinds = await wishes(person)
      const tried = Array.from({ length: 50 }, (_, n) => kinds[n % kinds.length]!)
      const answers = await Promise.all(
        tried.map(async (wish) => ({ wish, answer: await send(upstream, wish.call, wish.body, person) })),
      )
      const done = answers.filter(({ answer }) => answer.status === 201)
      const refused = answers.filter(({ answer }) => answer.status !== 201)
      expect(new Set(refused.map(({ answer }) => codeOf(answer)))).toEqual(new Set(['insufficient_funds']))
      const spent = done.reduce((total, { wish }) => total + wish.costs, 0)
      expect(spent).toBeLessThanOrEqual(1000)
      const { balance } = await balanceOf(person)
      expect(Number(balance)).toBeCloseTo(1000 - spent, 6)
      // Every refused call costs more than the remaining balance.
      expect(Number(balance)).toBeLessThan(Math.min(...refused.map(({ wish }) => wish.costs)))
      expect(await checkStatement(person)).toHaveLength(done.length)
    })

    it('charges one request once when several calls send it with one key at the same time', async () => {
      const person = await newInvestor(upstream)
      await topUp(upstream, person, '1000')
      await stepUp(upstream, person)
      const kinds = await wishes(person)
      const answers = await Promise.all(
        kinds.flatMap(({ call, body }, kind) =>
          Array.from({ length: 12 }, async () => ({
            kind,
            answer: await send(upstream, call, body, { ...person, key: `wish-${kind}` }),
          })),
        ),
      )
      for (const kind of kinds.keys()) {
        const own = answers.filter((one) => one.kind === kind).map(({ answer }) => answer)
        const others = own.filter(({ status }) => status !== 201)
        expect(new Set(others.map(codeOf)).size).toBeLessThanOrEqual(1)
        for (const other of others) expect([other.status, codeOf(other)]).toEqual([409, 'in_progress'])
        const bodies = own.filter(({ status }) => status === 201).map(({ body }) => JSON.stringify(body))
        expect(bodies.length).toBeGreaterThan(0)
        expect(new Set(bodies).size).toBe(1)
      }
      const spent = kinds.reduce((total, { costs }) => total + costs, 0)
      expect(Number((await balanceOf(person)).balance)).toBeCloseTo(1000 - spent, 6)
      expect(await checkStatement(person)).toEqual([
        'deposit_open',
        'exchange_out',
        'payment',
        'subscription',
      ])
    })
  },
)
