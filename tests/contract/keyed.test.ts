import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { Problem } from '~/contract/errors'
import { type Answer, ask, send } from './client'
import { type Person, newInvestor, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/** A keyed call moves money once, however often it is sent. */

const opening = { planId: 'breeze', currency: 'USDT', amount: '100' }

describe.each(upstreamsFor('keyed'))('keyed calls of the %s upstream', (where) => {
  let upstream: TestUpstream
  let person: Person

  beforeAll(async () => {
    upstream = await openUpstream(where)
    person = await newInvestor(upstream)
    await topUp(upstream, person, '1000')
  })
  afterAll(() => upstream.close())

  const open = (input: object, key: string | null, by: Person = person) =>
    send(upstream, contract.deposits.create, { ...opening, ...input }, { token: by.token, key })
  const free = async (by: Person = person) => (await ask(upstream, contract.user.balance, {}, by)).balance
  const codeOf = ({ body }: Answer) => Problem.parse(body).code

  it('run once when ten with one key arrive at the same time', async () => {
    const [before, key] = [await free(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => open({}, key)))
    const done = answers.filter(({ status }) => status === 201)
    const first = done.filter(({ headers }) => !headers.has('idempotent-replayed'))
    expect(first).toHaveLength(1)
    for (const { body } of done) expect(body).toEqual(first[0]!.body)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'in_progress'])
    }
    expect(Number(await free())).toBe(Number(before) - 100)
  })

  it('repeat the first answer exactly, and mark it as repeated', async () => {
    const key = randomUUID()
    const first = await open({}, key)
    const before = await free()
    const again = await open({ amount: '100' }, key)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([again.status, JSON.stringify(again.body)]).toEqual([first.status, JSON.stringify(first.body)])
    expect(await free()).toBe(before)
  })

  it('remember a refusal like any other answer', async () => {
    const poor = await newInvestor(upstream)
    const key = randomUUID()
    expect(codeOf(await open({}, key, poor))).toBe('insufficient_funds')
    await topUp(upstream, poor, '200')
    const again = await open({}, key, poor)
    expect([again.status, codeOf(again)]).toEqual([422, 'insufficient_funds'])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await free(poor)).toBe('200')
    const outcome = await ask(upstream, contract.outcomes.one, { key }, poor)
    expect(outcome).toMatchObject({ state: 'refused', status: 422, body: { code: 'insufficient_funds' } })
    expect((await open({}, randomUUID(), poor)).status).toBe(201)
  })

  it('refuse a key that was used for another request', async () => {
    const key = randomUUID()
    await open({}, key)
    const before = await free()
    const otherAmount = await open({ amount: '101' }, key)
    expect([otherAmount.status, codeOf(otherAmount)]).toEqual([422, 'idempotency_mismatch'])
    const otherCall = await send(
      upstream,
      contract.refills.create,
      { system: 'trx', amount: '1000' },
      { token: person.token, key },
    )
    expect([otherCall.status, codeOf(otherCall)]).toEqual([422, 'idempotency_mismatch'])
    expect(await free()).toBe(before)
  })

  it('keep the keys of two investors apart', async () => {
    const other = await newInvestor(upstream)
    await topUp(upstream, other, '100')
    const key = randomUUID()
    const [mine, theirs] = [await open({}, key), await open({}, key, other)]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.headers.get('idempotent-replayed')).toBeNull()
    expect(theirs.body).not.toEqual(mine.body)
  })

  it('require a key in a valid format', async () => {
    const before = await free()
    for (const key of [null, 'k'.repeat(65), 'with a space', '']) {
      const answer = await open({}, key)
      expect([answer.status, codeOf(answer)]).toEqual([400, 'idempotency_key_required'])
    }
    expect(await free()).toBe(before)
  })

  it('move money once each when different keys compete for one balance', async () => {
    const rich = await newInvestor(upstream)
    await topUp(upstream, rich, '350')
    const answers = await Promise.all(Array.from({ length: 8 }, () => open({}, randomUUID(), rich)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter((answer) => answer.status === 422).map(codeOf)).toEqual(
      Array.from({ length: 5 }, () => 'insufficient_funds'),
    )
    expect(await free(rich)).toBe('50')
  })

  it('none is public: a key belongs to a caller', () => {
    expect(calls.filter(([, call]) => call.keyed && call.access === 'public')).toEqual([])
  })
})
