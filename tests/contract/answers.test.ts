import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { ask, send } from './client'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/** Changes that need no idempotency key, sent with one: their answer can be had once more. */

const newKey = () => randomBytes(18).toString('base64url')

describe.each(upstreamsFor('keyed'))('answers of the %s upstream', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  const message = () => ({ name: 'Ona', email: `${randomUUID()}@example.org`, message: 'Hello' })
  const leave = (key: string, values: object) =>
    send(upstream, contract.inquiries.message, values as Record<string, unknown>, {
      headers: { 'idempotency-key': key },
    })
  const answerOf = (key: string) => send(upstream, contract.answers.one, { key })

  it('of a message is given again to who sends it twice, and to who asks', async () => {
    const [key, values] = [newKey(), message()]
    const first = await leave(key, values)
    const again = await leave(key, values)
    expect([first.status, again.status]).toEqual([202, 202])
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await answerOf(key)).body).toEqual({ state: 'done', status: 202, body: first.body })
    const other = await leave(key, message())
    expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_mismatch' }])
  })

  it('of a sign-in is the session that it began, without a bearer', async () => {
    const key = newKey()
    const headers = { 'idempotency-key': key }
    const login = { login: 'investor', password: 'Demo-investor-1' }
    const signedIn = await send(upstream, contract.auth.login, login, { headers })
    const kept = await answerOf(key)
    expect(kept.body).toEqual({ state: 'done', status: 200, body: signedIn.body })
    const { refreshToken } = (kept.body as { body: { refreshToken: string } }).body
    expect(await ask(upstream, contract.user.balance, {}, { token: refreshToken })).toHaveProperty('balance')
  })

  it('of a refused call is its refusal, and the call is tried anew under its key', async () => {
    const key = newKey()
    const headers = { 'idempotency-key': key }
    const wrong = { login: 'investor', password: 'not-this-one' }
    const refused = await send(upstream, contract.auth.login, wrong, { headers })
    expect(refused.status).toBe(400)
    expect((await answerOf(key)).body).toEqual({ state: 'refused', status: 400, body: refused.body })
    const right = { ...wrong, password: 'Demo-investor-1' }
    expect((await send(upstream, contract.auth.login, right, { headers })).status).toBe(200)
    expect((await answerOf(key)).body).toMatchObject({ state: 'done', status: 200 })
  })

  it('is not kept under a key that could be guessed', async () => {
    expect((await leave('key-1', message())).status).toBe(202)
    const { status, body } = await answerOf('key-1')
    expect([status, body]).toMatchObject([422, { code: 'validation' }])
  })
})
