import { describe, expect, it } from 'vitest'
import { calls as contractCalls } from '~/contract'
import { type AnswerOptions, read } from './answer.server'
import { plainDialect } from './dialect/dialect.server'
import { UpstreamFailure } from './failure.server'
import { type Incoming } from './transport.server'

/** The outcome of an answer from an unknown third-party upstream. */

const calls = Object.fromEntries(contractCalls)

function outcome(
  id: string,
  body: string,
  {
    status = 200,
    headers = {},
    ...more
  }: { status?: number; headers?: Incoming['headers'] } & Partial<AnswerOptions> = {},
) {
  const call = { id, call: calls[id]!, requestId: 'r', hasBearer: id !== 'auth.login', sendsPassword: true }
  const options: AnswerOptions = { timeZone: 'UTC', input: {}, dialect: plainDialect, own: {}, ...more }
  try {
    return read(call, { status, headers, body: Buffer.from(body) }, options)
  } catch (error) {
    if (error instanceof UpstreamFailure) return [error.kind, error.code].filter(Boolean).join(' ')
    throw error
  }
}

describe('a success status', () => {
  it.each([
    ['deposits.create', '{"deposit":null,"error":"Insufficient funds"}'],
    ['deposits.create', '{"error":"Insufficient funds","balance":"5"}'],
    ['payments.create', '{"errors":["No"]}'],
    ['user.subscription', '{"status":"error","message":"no money"}'],
    ['user.exchange', '{"status":"failed","from":"USDT","to":"BTC","amount":"20"}'],
    ['user.password', '{"refreshToken":null,"error":"Wrong"}'],
    ['userData.verify', '{"status":"error"}'],
    ['userData.update', '{"error":"Update error"}'],
    ['deposits.list', '{"error":{"message":"no"}}'],
    ['refills.create', '{"success":0,"message":"No"}'],
    ['userData.update', '{"success":"false"}'],
    ['userData.update', '{"ok":0}'],
    ['auth.register', '{"status":false}'],
    ['auth.register', '{"data":{"success":false,"message":"Taken"}}'],
    ['userData.update', '{"status":422,"title":"Unprocessable","detail":"No"}'],
    ['deposits.list', '{"data":{"success":false}}'],
  ])('is a refusal if the answer of %s says so: %s', (id, body) => {
    expect(outcome(id, body)).toBe('refused')
  })

  it('is a refusal if an error number of the upstream says so', () => {
    expect(outcome('refills.create', '{"code":1,"msg":"Too little"}')).toBe('refused 1')
  })

  it.each([
    ['auth.confirmPhone', '{"user":null,"message":"Wrong code"}', 'bad_upstream'],
    ['auth.login', '{"_v":7}', 'bad_upstream'],
    ['deposits.create', '{"_v":7}', 'unknown'],
    ['deposits.create', '{"deposit":null}', 'unknown'],
    ['deposits.create', '{"message":"later"}', 'unknown'],
    ['userData.update', '{"message":"later"}', 'bad_upstream'],
    ['userData.update', '{"reference":"a7","message":"later"}', 'bad_upstream'],
    ['refills.create', '{"data":{"reference":"a7","detail":"later"}}', 'unknown'],
  ])('says nothing about the outcome if %s answers %s', (id, body, expected) => {
    expect(outcome(id, body)).toBe(expected)
  })

  it.each([
    ['user.password', '{"success":true,"data":null}'],
    ['user.password', '{"success":true,"user":{"id":1}}'],
    ['user.password', '{"status":"success","data":null}'],
    ['user.password', '{"ok":true,"error":null,"errors":[]}'],
    ['deposits.create', '{"success":true,"data":{"id":7}}'],
    ['deposits.create', '{"success":true,"data":null}'],
    ['userData.updateWallets', '{"saved":2}'],
    ['userData.update', '{"code":0,"msg":"Saved"}'],
    ['userData.update', '{"status":"success","message":"Saved"}'],
    ['userData.update', '{"success":1,"message":"Saved"}'],
    ['userData.update', '{"data":{"success":true,"message":"Saved"}}'],
    ['auth.confirmPhone', '{"_v":7,"legacy":{"ok":[]}}'],
    // A code, a status and a title inside the new entry are not about the answer.
    [
      'deposits.create',
      '{"id":7,"plan":"gold","currency":"USDT","amount":100,"status":"open","code":17,"title":"Gold"}',
    ],
  ])('is a success if %s answers %s', (id, body) => {
    expect(outcome(id, body)).not.toEqual(expect.any(String))
  })

  describe.each(['deposits.create', 'user.profile', 'userData.update', 'user.password'])('of %s', (id) => {
    it.each([
      ...['OK', ' ok\n', '"OK"', 'Saved', 'success', 'Done!', 'Created.', 'Готово', 'Сохранено'],
      ...['Data updated', '{"message":"Deposit created"}', '{"message":"OK"}', '{"msg":"success"}'],
    ])('is confirmed by a text: %s', (body) => {
      expect(outcome(id, body, { status: 201 })).not.toEqual(expect.any(String))
    })

    it.each([
      ...[
        'OK, we will look at it',
        'Not saved',
        'Saved?',
        'ERROR',
        'Update error',
        'fail',
        '"No"',
        '<html>OK',
      ],
      ...['{"message":"OK, later"}', '{"message":"Not done"}', '[]', 'created_at', 'constructor'],
    ])('is not confirmed by any other text: %s', (body) => {
      expect(outcome(id, body)).toMatch(/^(bad_upstream|unknown|refused)$/)
    })
  })

  describe.each(['inquiries.message', 'auth.resendCode'])('of %s, which has no entry', (id) => {
    it.each(['', '{}', 'true', 'OK', '{"ok":true}', '{"success":true,"sent":1}', '{"id":7,"sent":"now"}'])(
      'is a success if it answers %s',
      (body) => {
        expect(outcome(id, body)).not.toEqual(expect.any(String))
      },
    )

    it.each(['{"deposit":"sixteen"}', '{"gateway":"up"}', '{"data":{"node":4}}'])(
      'says nothing about the outcome if it answers %s',
      (body) => {
        expect(outcome(id, body)).toBe('bad_upstream')
      },
    )

    it.each(['{"ok":true}', 'OK', '{}'])(
      'says nothing about the outcome if its bytes are not what its head says: %s',
      (body) => {
        expect(outcome(id, body, { headers: { 'content-encoding': 'gzip' } })).toBe('bad_upstream')
        expect(outcome(id, body, { headers: { 'content-encoding': 'identity' } })).not.toBe('bad_upstream')
      },
    )
  })

  it('is what was made if it repeats what was sent', () => {
    const input = { email: 'ann@example.org' }
    expect(outcome('inquiries.subscribe', '{"email":"ann@example.org","list":3}', { input })).toEqual(
      expect.any(Object),
    )
  })

  it('is not confirmed by a text if a dialect describes successes', () => {
    const dialect = { ...plainDialect, success: { field: 'code', is: 0 } }
    expect(outcome('deposits.create', 'OK', { dialect })).toBe('unknown')
  })

  it.each([
    ['auth.login', 'OK', 'bad_upstream'],
    ['user.balance', 'OK', 'bad_upstream'],
  ])('with a text is not an answer to a read call: %s', (id, body, expected) => {
    expect(outcome(id, body)).toBe(expected)
  })

  it.each([
    'OK',
    '{"message":"Registration successful"}',
    '{"user":{"id":1,"login":"ann"}}',
    '{"id":1,"login":"ann"}',
    '{"success":true,"userId":1}',
    '{"success":true,"data":null}',
    '{}',
    '',
  ])('of a registration needs no session: %s', (body) => {
    expect(outcome('auth.register', body, { status: 201 })).toBeNull()
  })
})

describe('a deviating shape of a refusal', () => {
  it.each([
    ['{"code":"amount_negative","message":"No"}', []],
    ['{"message":"No"}', ['code missing']],
    ['{"error":"No"}', ['error problem']],
    ['{"error":{"message":"No"}}', ['error problem']],
    ['{"errors":{"amount":["No"]},"message":"No"}', ['errors problem']],
    ['{"type":"about:blank","title":"No","detail":"No"}', ['detail problem']],
    ['{"statusCode":400,"message":["No"],"error":"Bad Request"}', ['error problem']],
    ['[{"message":"No"}]', [' problem']],
    ['No', [' problem_text']],
    ['<h1>No</h1>', [' problem_text']],
    ['', [' missing']],
  ])('is counted if it is not the contract’s: %s', (body, expected) => {
    const seen: string[] = []
    const onDeviations: AnswerOptions['onDeviations'] = (_id, deviations) =>
      seen.push(...deviations.map(({ field, rule }) => `${field} ${rule}`))
    expect(outcome('deposits.create', body, { status: 400, onDeviations })).toMatch(/^refused/)
    expect(seen).toEqual(expected)
  })

  it('of a crash is not counted', () => {
    const onDeviations = () => expect.unreachable()
    expect(outcome('deposits.list', '<h1>Oh</h1>', { status: 500, onDeviations })).toBe('unavailable')
  })
})

describe('an answer without any known figure', () => {
  it.each([
    ['user.statistics', '{}'],
    ['user.statistics', '{"turnover":5}'],
    ['user.bonus', '{}'],
  ])('is an empty answer of %s', (id, body) => {
    expect(outcome(id, body)).toBe('bad_upstream empty_answer')
  })
})

describe('a 401', () => {
  it.each(['', '{"message":"Unauthorized"}', '{"code":"unauthorized","message":"Unauthorized"}', '<html>'])(
    'on sign-in is a wrong password: %s',
    (body) => {
      expect(outcome('auth.login', body, { status: 401 })).toBe('refused invalid_credentials')
    },
  )

  it.each([400, 422])('on sign-in is also a %i without a readable message', (status) => {
    for (const body of ['', '{}', '<html><h1>Bad request</h1></html>'])
      expect(outcome('auth.login', body, { status })).toBe('refused invalid_credentials')
    expect(outcome('auth.login', '{"message":"Wait a minute"}', { status })).toBe('refused')
  })
})

describe('a value that is requested by its name', () => {
  it.each([
    '{"key":"telegramAuthAvailable","value":true}',
    '{"data":{"key":"telegramAuthAvailable","value":true}}',
    '{"result":{"key":"telegramAuthAvailable","value":true}}',
    '{"value":true}',
    '{"data":true}',
    'true',
  ])('is found in %s', (body) => {
    const input = { key: 'telegramAuthAvailable' }
    expect(outcome('settings.get', body, { input })).toMatchObject({
      key: 'telegramAuthAvailable',
      value: true,
    })
  })

  it.each([
    '{"fullName":"Ann"}',
    '{"data":{"fullName":"Ann"}}',
    '{"result":{"fullName":"Ann"}}',
    '{"profile":{"fullName":"Ann"}}',
    '{"data":{"type":"profile","data":{"fullName":"Ann"}}}',
  ])('of a person is found in %s', (body) => {
    const answer = outcome('userData.byType', body, { input: { type: 'profile' } })
    expect(answer).toMatchObject({ type: 'profile', data: { fullName: 'Ann' } })
  })
})

describe('an oversized answer', () => {
  it('with unreadable rows does not fail', () => {
    const rows = Array.from({ length: 40_000 }, () => '{"a":1}').join()
    expect(outcome('payments.list', `[${rows}]`)).toMatchObject({ items: [], leftOut: 40_000 })
  })

  it.each(['[', '{"a":'])('with thousands of nested levels is not understood: %s', (open) => {
    const close = open === '[' ? ']' : '}'
    expect(outcome('deposits.list', `${open.repeat(4_000)}1${close.repeat(4_000)}`)).toBe('bad_upstream')
  })
})
