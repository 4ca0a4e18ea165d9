import { describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { plainDialect } from './dialect/dialect.server'
import { UpstreamFailure } from './failure.server'
import { createKeptAnswers } from './kept-answers.server'
import { type Caller, type SendOptions } from './types'

const caller: Caller = { token: 'a-bearer', language: 'en', requestId: 'r1', address: null }
const failure = (call: string, kind: UpstreamFailure['kind'], status: number, code?: string) =>
  new UpstreamFailure({ call, kind, status, code, requestId: 'r1', sent: true, isChange: true })
const refused = failure('auth.login', 'refused', 422)
const neverSeen = failure('answers.one', 'not_found', 404, 'not_found')

interface Sent {
  id: string
  input: object
  options: SendOptions
}

/** @param answers by the name of the call: a value, or what it fails with */
function open(answers: Record<string, unknown>, extensions: readonly string[] | null = ['answers']) {
  const sent: Sent[] = []
  const kept = createKeptAnswers({
    send(_caller, id, _call, input, options) {
      sent.push({ id, input, options })
      const answer = answers[id]
      if (id === 'settings.get' && !(answer instanceof Error)) kept.note(answer as string[])
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    readingOf: (_id, input) => ({ timeZone: 'UTC', input, dialect: plainDialect, own: {} }),
  })
  if (extensions) kept.note(extensions)
  const press = (id: string, call: Call) => kept.send(caller, id, call, { login: 'ona' }, {})
  return { sent, press, names: () => sent.map(({ id }) => id) }
}

const message = contract.inquiries.message
const resend = contract.auth.resendCode
const codeSent = { resendAfter: 60, expiresAt: '2026-03-01T12:10:00.000Z' }

describe('a change without a key of its form', () => {
  it('that was refused and is done is answered as the upstream has answered it', async () => {
    const { press, sent } = open({
      'auth.resendCode': refused,
      'answers.one': { state: 'done', status: 200, body: codeSent },
    })
    expect(await press('auth.resendCode', resend)).toMatchObject({ resendAfter: 60 })
    const [first, second] = sent
    expect(first!.options.answerKey).toMatch(/^[\w-]{24}$/)
    expect(second!.input).toEqual({ key: first!.options.answerKey })
    // Whoever has lost the bearer with the answer gets it by the key.
    expect(second!.options.withoutBearer).toBe(true)
  })

  it('that was refused otherwise than it was told is refused as the upstream has kept it', async () => {
    const wait = { code: 'too_many_requests', message: 'wait', params: { retryAfter: 40 } }
    const kept = { state: 'refused', status: 429, body: wait }
    const { press } = open({ 'auth.resendCode': refused, 'answers.one': kept })
    await expect(press('auth.resendCode', resend)).rejects.toMatchObject({
      ...{ kind: 'rate_limited', code: 'too_many_requests', sent: true, retryAfter: 40 },
    })
    // A success that says nothing may be a gateway's.
    const bare = open({ 'inquiries.message': {}, 'answers.one': kept })
    await expect(bare.press('inquiries.message', message)).rejects.toMatchObject({ kind: 'rate_limited' })
  })

  it('that was refused, and was not carried out, fails as it did', async () => {
    const { press } = open({ 'auth.resendCode': refused, 'answers.one': neverSeen })
    await expect(press('auth.resendCode', resend)).rejects.toBe(refused)
  })

  const away = failure('answers.one', 'timeout', 504)
  it.each([
    ['the answer can not be asked for', { 'answers.one': away }, ['answers']],
    [
      'a gateway answers for the upstream',
      { 'answers.one': failure('answers.one', 'not_found', 404) },
      ['answers'],
    ],
    ['it is not known whether answers are kept', { 'settings.get': away }, null],
  ])('that was refused without a reason is not known where %s', async (_what, answers, extensions) => {
    const { press } = open({ 'auth.resendCode': refused, ...answers }, extensions)
    await expect(press('auth.resendCode', resend)).rejects.toMatchObject({ kind: 'bad_upstream', sent: true })
  })

  it.each([
    ['a reason', failure('auth.resendCode', 'refused', 422, 'code_invalid')],
    ['a request to wait', failure('auth.resendCode', 'rate_limited', 429, 'too_many_requests')],
    ['the end of the session', failure('auth.resendCode', 'unauthorized', 401, 'unauthorized')],
  ])('that was refused with %s fails as it did where nobody can be asked', async (_what, error) => {
    const { press } = open({ 'auth.resendCode': error, 'answers.one': away })
    await expect(press('auth.resendCode', resend)).rejects.toBe(error)
  })

  it('fails as it did where the upstream has no such list of extensions', async () => {
    const { press } = open(
      { 'auth.resendCode': refused, 'settings.get': failure('settings.get', 'refused', 400) },
      null,
    )
    await expect(press('auth.resendCode', resend)).rejects.toBe(refused)
  })

  it('that was refused while it runs is not known', async () => {
    const running = { state: 'running', status: null, body: null }
    const { press } = open({ 'auth.resendCode': refused, 'answers.one': running })
    await expect(press('auth.resendCode', resend)).rejects.toMatchObject({ kind: 'bad_upstream', sent: true })
    const late = failure('auth.resendCode', 'timeout', 504)
    await expect(
      open({ 'auth.resendCode': late, 'answers.one': running }).press('auth.resendCode', resend),
    ).rejects.toBe(late)
  })

  it('whose success says nothing counts only where the upstream knows of it', async () => {
    const known = { 'answers.one': { state: 'done', status: 202, body: {} } }
    expect(await open({ 'inquiries.message': {}, ...known }).press('inquiries.message', message)).toEqual({})
    const strange = open({ 'inquiries.message': {}, 'answers.one': neverSeen })
    await expect(strange.press('inquiries.message', message)).rejects.toMatchObject({ kind: 'bad_upstream' })
  })

  it('is not asked about where its success has a body, it was not sent, or no answers are kept', async () => {
    const done = open({ 'auth.resendCode': codeSent })
    await done.press('auth.resendCode', resend)
    expect(done.names()).toEqual(['auth.resendCode'])

    const unsent = new UpstreamFailure({ ...refused, kind: 'unavailable', sent: false, isChange: true })
    const away = open({ 'auth.resendCode': unsent })
    await expect(away.press('auth.resendCode', resend)).rejects.toBe(unsent)
    expect(away.names()).toEqual(['auth.resendCode'])

    const stranger = open({ 'auth.resendCode': refused, 'inquiries.message': {} }, ['outcomes'])
    await expect(stranger.press('auth.resendCode', resend)).rejects.toBe(refused)
    await stranger.press('inquiries.message', message)
    expect(stranger.names()).toEqual(['auth.resendCode', 'inquiries.message'])
  })

  it('is asked about once the extensions of the upstream are known', async () => {
    const answers = { 'inquiries.message': {}, 'settings.get': ['answers'], 'answers.one': neverSeen }
    const first = open(answers, null)
    await expect(first.press('inquiries.message', message)).rejects.toMatchObject({ kind: 'bad_upstream' })
    expect(first.names()).toEqual(['inquiries.message', 'settings.get', 'answers.one'])
  })
})

it('what only reads, and what has the key of its form, is sent as it is', async () => {
  const { press, sent } = open({ 'deposits.create': refused })
  await press('user.balance', contract.user.balance)
  await expect(press('deposits.create', contract.deposits.create)).rejects.toBe(refused)
  expect(sent.map(({ options }) => options.answerKey)).toEqual([undefined, undefined])
})
