import { describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { read } from '../answer.server'
import { UpstreamFailure } from '../failure.server'
import { readJson } from '../reader/json.server'
import { partsOf } from '../target.server'
import { plainDialect } from './dialect.server'
import { parseDialect } from './read-dialect.server'
import { dialectOf, translateRequest, translateOutput, translateRefusal } from './translate.server'

/** Requests and answers in a dialect, option by option. */

const calls = {
  'auth.login': contract.auth.login,
  'content.news': contract.content.news,
  'deposits.list': contract.deposits.list,
  'deposits.create': contract.deposits.create,
  'refills.one': contract.refills.one,
  'user.operations': contract.user.operations,
  'user.password': contract.user.password,
  'userData.update': contract.userData.update,
  'userData.updateWallets': contract.userData.updateWallets,
} as Record<string, Call>

function translated(text: string, id: string, input: object) {
  const dialect = parseDialect(text)
  const call = calls[id]!
  const { method, path, body, contentType } = translateRequest(
    dialect,
    dialectOf(dialect, id)!,
    call,
    partsOf(call, { ...input })!,
  )
  return [
    `${method} ${path}`,
    ...(body === null ? [] : [body]),
    ...(/form/.test(contentType) ? ['form'] : []),
  ]
}

const news = { page: 2, limit: 5 }
const deposit = { planId: '7', currency: 'USDT', amount: '0.10' }

describe('a call is translated', () => {
  it.each([
    ['as in the contract', '', 'content.news', news, ['GET /content/news?page=2&limit=5']],
    [
      'as in the contract',
      '',
      'deposits.create',
      deposit,
      ['POST /funds/deposits', '{"planId":"7","currency":"USDT","amount":"0.10"}'],
    ],
    [
      'at its own path',
      'calls: {refills.one: {path: "/t/{id}/x"}}',
      'refills.one',
      { id: 'a:1' },
      ['GET /t/a%3A1/x'],
    ],
    [
      'at a path without its parameters',
      'calls: {refills.one: {path: /t}}',
      'refills.one',
      { id: '1' },
      ['GET /t?id=1'],
    ],
    [
      'with the rows to skip in place of the page',
      'offset: skip',
      'content.news',
      news,
      ['GET /content/news?limit=5&skip=5'],
    ],
    [
      'with the rows to skip where the app names no limit',
      'offset: skip_rows\nnames: snake_case',
      'content.news',
      { page: 3 },
      ['GET /content/news?limit=20&skip_rows=40'],
    ],
    [
      'without a field that the upstream does not accept',
      'calls: {deposits.create: {out: {currency: false}}}',
      'deposits.create',
      deposit,
      ['POST /funds/deposits', '{"planId":"7","amount":"0.10"}'],
    ],
    [
      'with the fields of another in their place',
      'calls: {userData.update: {flat: data, out: {type: false, fullName: name}}}',
      'userData.update',
      { type: 'profile', data: { fullName: 'Kai Marsh', city: null } },
      ['PATCH /user-data', '{"name":"Kai Marsh","city":null}'],
    ],
    [
      'by its own method',
      'calls: {user.password: {method: PUT}}',
      'user.password',
      { currentPassword: 'a', password: 'b' },
      ['PUT /user/password', '{"currentPassword":"a","password":"b"}'],
    ],
    [
      'by the method of all, the values of its path in the body',
      'method: POST\ncalls: {refills.one: {path: /t}}',
      'refills.one',
      { id: '1' },
      ['POST /t', '{"id":"1"}'],
    ],
    [
      'by the method of all, its query where it was',
      'method: POST',
      'content.news',
      news,
      ['POST /content/news?page=2&limit=5', '{}'],
    ],
    [
      'with all in the body',
      'method: POST\nsend: body',
      'content.news',
      news,
      ['POST /content/news', '{"page":"2","limit":"5"}'],
    ],
    [
      'with all in the query',
      'calls: {deposits.create: {send: query}}',
      'deposits.create',
      deposit,
      ['POST /funds/deposits?planId=7&currency=USDT&amount=0.10'],
    ],
    [
      'as a form',
      'send: query\ncalls: {deposits.create: {send: form}}',
      'deposits.create',
      deposit,
      ['POST /funds/deposits', 'planId=7&currency=USDT&amount=0.10', 'form'],
    ],
    [
      'with a part of a form that is a list',
      'send: form',
      'userData.updateWallets',
      { wallets: [{ system: '1', address: 'a b' }] },
      [
        'PATCH /user-data/wallets/update',
        'wallets=%5B%7B%22system%22%3A%221%22%2C%22address%22%3A%22a+b%22%7D%5D',
        'form',
      ],
    ],
    [
      'with what is always sent',
      'calls: {content.news: {constant: {v: 2, all: true}}}',
      'content.news',
      { page: 1 },
      ['GET /content/news?page=1&v=2&all=true'],
    ],
    [
      'with numbers where they are wanted, to the last digit',
      'numbers: [planId, amount]',
      'deposits.create',
      { ...deposit, amount: '1234567890123456789.10' },
      ['POST /funds/deposits', '{"planId":7,"currency":"USDT","amount":1234567890123456789.10}'],
    ],
    [
      'with an invalid number as text',
      'numbers: [planId]',
      'deposits.create',
      { ...deposit, planId: 'p-7' },
      ['POST /funds/deposits', '{"planId":"p-7","currency":"USDT","amount":"0.10"}'],
    ],
    [
      'with a number with leading zeros as text',
      'numbers: [planId]',
      'deposits.create',
      { ...deposit, planId: '007' },
      ['POST /funds/deposits', '{"planId":"007","currency":"USDT","amount":"0.10"}'],
    ],
    [
      'in snake_case',
      'names: snake_case',
      'user.password',
      { currentPassword: 'a', password: 'b' },
      ['PATCH /user/password', '{"current_password":"a","password":"b"}'],
    ],
    [
      'in kebab-case',
      'names: kebab-case',
      'user.password',
      { currentPassword: 'a', password: 'b' },
      ['PATCH /user/password', '{"current-password":"a","password":"b"}'],
    ],
    [
      'in PascalCase',
      'names: PascalCase',
      'user.password',
      { currentPassword: 'a', password: 'b' },
      ['PATCH /user/password', '{"CurrentPassword":"a","Password":"b"}'],
    ],
    [
      'with its own names before the general ones, and both before the case style',
      'names: snake_case\nout: {planId: tariff, amount: sum}\ncalls: {deposits.create: {out: {amount: usd}}}',
      'deposits.create',
      deposit,
      ['POST /funds/deposits', '{"tariff":"7","currency":"USDT","usd":"0.10"}'],
    ],
    [
      'with names inside of lists',
      'out: {address: wallet}',
      'userData.updateWallets',
      { wallets: [{ system: '1', address: 'a' }] },
      ['PATCH /user-data/wallets/update', '{"wallets":[{"system":"1","wallet":"a"}]}'],
    ],
    [
      'in the words of the upstream, the first where there are several',
      'words: {status: {done: closed, over: closed}}',
      'deposits.list',
      { status: 'closed' },
      ['GET /funds/deposits?status=done'],
    ],
    [
      'in the words of the call before the general ones',
      'words: {status: {done: closed}}\ncalls: {deposits.list: {words: {status: {3: closed}}}}',
      'deposits.list',
      { status: 'closed' },
      ['GET /funds/deposits?status=3'],
    ],
    [
      'sorted by a name in the case style',
      'names: snake_case',
      'user.operations',
      { sort: 'createdAt', sortDir: 'desc' },
      ['GET /user/operations/?sort=created_at&sort_dir=desc'],
    ],
    [
      'sorted by the name in answers',
      'names: snake_case\nin: {at: createdAt}\nwords: {sortDir: {DESC: desc}}',
      'user.operations',
      { sort: 'createdAt', sortDir: 'desc' },
      ['GET /user/operations/?sort=at&sort_dir=DESC'],
    ],
  ])('%s: %s', (_, text, id, input, requests) => {
    expect(translated(text, id, input)).toEqual(requests)
  })

  it('or not made if the upstream does not have it', () => {
    expect(dialectOf(parseDialect('calls: {content.news: false}'), 'content.news')).toBeNull()
  })
})

const answered = (text: string, id: string, json: string) => {
  const dialect = parseDialect(text)
  return JSON.parse(
    JSON.stringify(translateOutput(dialect, dialectOf(dialect, id)!, readJson(json))),
  ) as unknown
}

describe('an answer is translated', () => {
  it.each([
    ['out of its wrapper', 'answer: data.body', '{"data":{"body":{"id":"1"}}}', { id: '1' }],
    ['as it is where nothing lies there', 'answer: data', '{"id":"1"}', { id: '1' }],
    [
      "out of this call's wrapper",
      'answer: data\ncalls: {content.news: {answer: news}}',
      '{"data":1,"news":{"id":"1"}}',
      { id: '1' },
    ],
    [
      'as a list with its total',
      'answer: rows\ntotal: page.all',
      '{"rows":[{"id":"1"}],"page":{"all":"9"}}',
      { items: [{ id: '1' }], total: '9' },
    ],
    [
      'as an object with its total',
      'answer: data\ntotal: data.found',
      '{"data":{"rows":[],"found":"0"}}',
      { rows: [], found: '0', total: '0' },
    ],
    [
      'in the names of snake_case',
      'names: snake_case',
      '{"created_at":{"top_up":"1"}}',
      { createdAt: { topUp: '1' } },
    ],
    ['in the names of kebab-case', 'names: kebab-case', '{"created-at":"1"}', { createdAt: '1' }],
    [
      'in the names of PascalCase',
      'names: PascalCase',
      '{"CreatedAt":"1","USDT":"2"}',
      { createdAt: '1', USDT: '2' },
    ],
    [
      'with names of the contract',
      'names: snake_case',
      '{"balance_dep":"1","USDT_TRC20":"2"}',
      { balance_dep: '1', USDT_TRC20: '2' },
    ],
    [
      'with the call’s names before the general ones',
      'in: {sum: amount}\ncalls: {content.news: {in: {sum: total}}}',
      '{"sum":"1"}',
      { total: '1' },
    ],
    [
      'with a stated name before a derived one',
      'in: {sum: amount}',
      '{"sum":"1","amount":"fee"}',
      { amount: '1' },
    ],
    [
      'in the contract’s words, also for numbers and for yes and no',
      'words: {status: {1: pending, true: closed, A: rejected}}',
      '[{"status":1},{"status":true},{"status":"A"},{"status":"else"}]',
      [{ status: 'pending' }, { status: 'closed' }, { status: 'rejected' }, { status: 'else' }],
    ],
    [
      'with words of renamed fields',
      'in: {state: status}\nwords: {status: {1: pending}}',
      '{"state":"1"}',
      { status: 'pending' },
    ],
  ])('%s', (_, text, json, value) => {
    expect(answered(text, 'content.news', json)).toEqual(value)
  })

  it('without the loss of a digit', () => {
    const dialect = parseDialect('answer: data\nnames: snake_case')
    const { amount } = translateOutput(
      dialect,
      {},
      readJson('{"data":{"amount":0.1000000000000000055}}'),
    ) as { amount: unknown }
    expect(amount).toMatchObject({ value: '0.1000000000000000055' })
  })
})

describe('a refusal is translated', () => {
  it.each([
    [
      'by its code',
      'error: {code: e.no}\nerrors: {17: email_taken}',
      '{"e":{"no":17}}',
      { message: '', code: 'email_taken' },
    ],
    [
      'by its text',
      'error: {message: e.text}\nerrors: {Mail is in use: email_taken}',
      '{"e":{"text":"Mail is in use"}}',
      { message: 'Mail is in use', code: 'email_taken' },
    ],
    [
      'by a text at a usual place',
      'errors: {Mail is in use: email_taken}',
      '{"error":{"message":"Mail is in use","code":"X"}}',
      { message: 'Mail is in use', code: 'email_taken' },
    ],
    [
      'with its errors of fields',
      'names: snake_case\nerror: {fields: bad}\nout: {phone: mobile}',
      '{"message":"No","bad":{"birth_date":["wrong"],"mobile":"wrong"}}',
      {
        message: 'No',
        fields: {
          birthDate: { code: 'other', message: 'wrong' },
          phone: { code: 'other', message: 'wrong' },
        },
      },
    ],
    [
      'in the contract’s own shape',
      'names: snake_case',
      '{"message":"No","code":"email_taken"}',
      { message: 'No', code: 'email_taken' },
    ],
  ])('%s', (_, text, json, problem) => {
    expect(translateRefusal(parseDialect(text), {}, readJson(json)).body).toEqual(problem)
  })

  it('but stays as it is if it contains nothing known', () => {
    const body = readJson('{"bad":true}')
    expect(translateRefusal(parseDialect('names: snake_case'), {}, body).body).toBe(body)
  })
})

function outcome(text: string | null, id: string, status: number, body: string) {
  const dialect = text === null ? plainDialect : parseDialect(text)
  const own = dialectOf(dialect, id)!
  try {
    const requests = { id, call: calls[id]!, requestId: 'r', hasBearer: true }
    const answer = { status, headers: {}, body: Buffer.from(body) }
    return read(requests, answer, { timeZone: 'UTC', input: {}, dialect, own })
  } catch (error) {
    if (error instanceof UpstreamFailure) return [error.kind, error.code].filter(Boolean).join(' ')
    throw error
  }
}

describe('with a success status', () => {
  const rpc =
    'answer: data\nsuccess: {field: code, is: 0}\nerror: {message: msg, code: code}\nerrors: {401: unauthorized, 404: not_found, 17: insufficient_funds}'

  it.each([
    ['a refusal is recognised', '{"code":99,"msg":"no"}', 'refused 99'],
    ['a refusal has its code', '{"code":17,"msg":"no","data":null}', 'refused insufficient_funds'],
    ['the end of a session is recognised', '{"code":401,"msg":"who?"}', 'unauthorized unauthorized'],
    ['an unknown entry is not', '{"code":404,"msg":"no"}', 'not_found not_found'],
    [
      'a success without data is recognised',
      '{"code":0,"msg":"ok","data":null}',
      { deposit: null, balance: null },
    ],
    ['and one with empty data', '{"code":0,"msg":"ok","data":{}}', { deposit: null, balance: null }],
    ['and one without a field for data', '{"code":0}', { deposit: null, balance: null }],
    ['and one with unknown data', '{"code":0,"data":{"what":"ever"}}', { deposit: null, balance: null }],
    ['an answer without the success field is not understood', '{"data":{}}', 'unknown'],
    ['an answer that is not JSON has an unknown outcome', '<html>gateway</html>', 'unknown'],
  ])('%s', (_, body, expected) => {
    expect(outcome(rpc, 'deposits.create', 200, body)).toEqual(expected)
  })

  it('the success field may be a text, a boolean, or nested', () => {
    const done = { deposit: null, balance: null }
    expect(outcome('success: {field: state, is: OK}', 'deposits.create', 200, '{"state":"OK"}')).toEqual(done)
    expect(outcome('success: {field: state, is: OK}', 'deposits.create', 200, '{"state":"BAD"}')).toBe(
      'refused',
    )
    expect(outcome('success: {field: m.ok, is: true}', 'deposits.create', 200, '{"m":{"ok":true}}')).toEqual(
      done,
    )
    expect(outcome('success: {field: m.ok, is: true}', 'deposits.create', 200, '{"m":{"ok":false}}')).toBe(
      'refused',
    )
  })

  it('an answer that is not JSON has an unknown outcome without a dialect, too', () => {
    expect(outcome(null, 'deposits.create', 200, '<html>gateway</html>')).toBe('unknown')
    expect(outcome(null, 'deposits.create', 204, '')).toEqual({ deposit: null, balance: null })
  })

  it('an empty object is a success unless the dialect says otherwise', () => {
    expect(outcome('acknowledges: false', 'deposits.create', 200, '{}')).toBe('unknown')
    expect(outcome(null, 'deposits.create', 200, '{}')).toEqual({
      deposit: null,
      balance: null,
    })
    expect(outcome('answer: d', 'deposits.create', 200, '{"d":{}}')).toEqual({
      deposit: null,
      balance: null,
    })
    expect(outcome(null, 'deposits.create', 200, '{"message":"later"}')).toBe('unknown')
  })

  it('a failure status is no success, whatever the field says', () => {
    expect(outcome(rpc, 'deposits.create', 422, '{"code":0,"msg":"ok"}')).toBe('refused 0')
    expect(outcome(rpc, 'deposits.create', 502, '<html>gateway</html>')).toBe('unknown')
  })
})
