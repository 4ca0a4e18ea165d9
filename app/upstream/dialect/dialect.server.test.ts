import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, type FormatConfig } from 'oxfmt'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Dialect, plainDialect } from './dialect.server'
import { DialectError, parseDialect, readDialect } from './read-dialect.server'

/** A dialect file: what it describes, and where its mistakes are reported. */

const examples = new URL('../../../docs/dialects/', import.meta.url)

function mistakesIn(text: string): string[] {
  try {
    parseDialect(text)
  } catch (error) {
    if (error instanceof DialectError) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a dialect', () => {
  it('is the contract if it is empty', () => {
    expect(parseDialect('')).toEqual(plainDialect)
    expect(parseDialect('# nothing differs\n')).toEqual(plainDialect)
    expect(parseDialect('{}')).toEqual(plainDialect)
    expect(plainDialect).toMatchObject({
      prefix: '/api',
      bearer: { header: 'authorization', scheme: 'Bearer' },
      socket: { path: '/socket.io', notification: 'notification', readNotification: 'readNotification' },
      acknowledges: true,
      calls: {},
    })
  })

  it('may be written in JSON, with tabs and a byte order mark, too', () => {
    const json = `\uFEFF{\n\t"$schema": "./dialect.schema.json",\n\t"prefix": "/v2",\n\t"errors": {"1001": "email_taken"}\n}`
    const yaml = 'prefix: /v2\nerrors: { 1001: email_taken }\n$schema: ./dialect.schema.json\n'
    expect(parseDialect(json)).toEqual(parseDialect(yaml))
    expect(parseDialect(json).errors).toEqual({ '1001': 'email_taken' })
  })

  it('accepts every option', () => {
    const all = {
      ...{ $schema: './dialect.schema.json', prefix: '', method: 'POST', send: 'form', names: 'kebab-case' },
      ...{
        bearer: { header: 'X-Auth', scheme: '' },
        out: { login: 'user', language: false },
        in: { user: 'login' },
      },
      ...{
        numbers: ['amount'],
        answer: 'data.payload',
        total: 'data.count',
        acknowledges: false,
        offset: 'skip',
      },
      success: { field: 'meta.code', is: 'OK' },
      error: { message: 'meta.text', code: 'meta.code', fields: 'meta.fields' },
      errors: { '1001': 'email_taken', 'No such user': 'invalid_credentials' },
      words: { status: { '1': 'pending', yes: 'completed' } },
      socket: {
        url: 'wss://push.example.com',
        path: '/live',
        notification: 'event',
        readNotification: 'seen',
        bearer: 'query',
        token: 'access_token',
      },
      calls: {
        'auth.telegram': false,
        'refills.one': {
          ...{ method: 'GET', path: '/top-ups/{id}', send: 'query', constant: { v: 2, raw: true, x: null } },
          ...{ out: { id: 'number' }, answer: 'one', total: 'n', in: { sum: 'requestAmount' } },
          words: { status: { done: 'topped_up' } },
        },
        'userData.update': { flat: 'data', out: { type: false } },
      },
    }
    expect(parseDialect(JSON.stringify(all))).toEqual(all)
    expect(Object.keys(all).sort()).toEqual(Object.keys(Dialect.shape).sort())
    expect(parseDialect('socket: false').socket).toBe(false)
  })

  it.each([
    ['an unknown option', 'prefix: /v1\nprefx: /v1\n', 'line 2: prefx: is not known'],
    [
      'an unknown option of a call',
      'calls:\n  auth.login:\n    path: /in\n    pth: /in\n',
      'line 4: calls.auth.login.pth: is not known',
    ],
    [
      'an unknown call',
      'calls:\n  auth.login: {}\n  auth.logon: {}\n',
      'line 3: calls.auth.logon: is no call of the contract',
    ],
    [
      'an unknown error',
      'errors:\n  1: email_taken\n  2: mail_taken\n',
      'line 3: errors.2: is no error of the contract',
    ],
    [
      'a prefix that ends with a slash',
      '\nprefix: /v1/\n',
      'line 2: prefix: begins with a slash and ends with none, or is empty',
    ],
    [
      'a path with a query',
      'calls:\n  content.news:\n    path: /news?all\n',
      'line 3: calls.content.news.path: begins with a slash and has no query',
    ],
    [
      'a parameter that the call does not have',
      'calls:\n  refills.one:\n    path: /refills/{number}\n',
      'line 3: calls.refills.one.path: {number} is nothing that the contract has in the path of this call',
    ],
    [
      'a name that the call does not send',
      'calls:\n  deposits.create:\n    out:\n      "data.amount": sum\n',
      'line 4: calls.deposits.create.out.data.amount: data.amount is nothing that the contract sends in this call',
    ],
    [
      'a flat field that the call does not send',
      'calls:\n  deposits.create:\n    flat: data\n',
      'line 3: calls.deposits.create.flat: data is nothing that the contract sends in this call',
    ],
    [
      'a name that no call sends',
      'out:\n  sum: amount\n',
      'line 2: out.sum: sum is nothing that the contract sends',
    ],
    [
      'a body in a GET',
      'calls:\n  content.news:\n    send: body\n',
      'line 2: calls.content.news: GET can not send a body',
    ],
    ['a body in every GET', 'method: GET\nsend: form\n', 'line 2: send: GET can not send a body'],
    [
      'a reserved header',
      'bearer:\n  header: Host\n',
      'line 2: bearer.header: is a header that the app sends something else in',
    ],
    ['an invalid header', 'bearer: { header: "X Auth" }\n', 'line 1: bearer.header: is no name of a header'],
    ['a scheme of two words', 'bearer: { scheme: Token of }\n', 'line 1: bearer.scheme: is no scheme'],
    [
      'a path of fields with an empty name',
      'answer: data..items\n',
      'line 1: answer: is no path of field names joined by points',
    ],
    [
      'a socket without an address',
      'socket:\n  url: nowhere\n',
      'line 2: socket.url: is no address of http, https, ws or wss',
    ],
    [
      'a token in the body',
      'socket:\n  bearer: body\n',
      'line 2: socket.bearer: Invalid option: expected one of "auth"|"header"|"query"',
    ],
    ['a socket that is true', 'socket: true\n', 'line 1: socket: is false, or says where it is'],
    [
      'a call that is true',
      'calls:\n  auth.telegram: true\n',
      'line 2: calls.auth.telegram: is false, or says how the call differs',
    ],
  ])('reports the line of %s', (_, text, mistake) => {
    expect(mistakesIn(text)).toEqual([mistake])
  })

  it.each([
    'method',
    'names',
    'send',
    'success',
    'numbers',
    'words',
    'acknowledges',
    'error',
    'out',
    'in',
    'total',
  ])('reports the line of an invalid %s', (name) =>
    expect(mistakesIn(`prefix: /v1\n${name}: 7\n`)).toEqual([expect.stringMatching(`^line 2: ${name}: `)]),
  )

  it('reports all mistakes of a JSON file, each with its line', () => {
    const json =
      '{\n  "prefix": "v1",\n  "calls": {\n    "refills.one": {\n      "method": "FETCH"\n    }\n  },\n  "answr": "x"\n}'
    expect(mistakesIn(json).map((line) => line.split(': ').slice(0, 2).join(' '))).toEqual([
      'line 2 prefix',
      'line 5 calls.refills.one.method',
      'line 8 answr',
    ])
  })

  it.each([
    ['JSON that breaks off', '{\n  "prefix": "/v1",\n  "names": ', /^line 3: /],
    ['YAML that is none', 'prefix: /v1\nnames: [\n', /^line [23]: /],
    ['a name twice', 'prefix: /v1\nnames: snake_case\nprefix: /v2\n', /^line 3: .*unique/],
    ['two documents', 'prefix: /v1\n---\nprefix: /v2\n', /^line [23]: /],
    ['a list', '- prefix\n', /^line 1: the file: /],
    ['a text', 'prefix', /^line 1: the file: /],
  ])('reports the line of %s', (_, text, line) => {
    const [first, ...more] = mistakesIn(text)
    expect(first).toMatch(line)
    expect(more.every((one) => /^line \d+: /.test(one))).toBe(true)
  })

  it('is read from a file, which its mistakes name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dialect-'))
    const path = join(folder, 'dialect.yaml')
    writeFileSync(path, 'prefix: /v1\nprefx: /v1\n')
    expect(() => readDialect(path)).toThrow(
      new DialectError(`the dialect ${path} has mistakes\nline 2: prefx: is not known`),
    )
    expect(() => readDialect(join(folder, 'none.yaml'))).toThrow(
      /the dialect .*none\.yaml can't be read: ENOENT/,
    )
    expect(() => readDialect(folder)).toThrow(/can't be read: EISDIR/)
  })

  it.each(['rest-snake-case.yaml', 'post-only.yaml'])(
    'of the examples, %s, is valid and names the schema',
    (name) => {
      const text = readFileSync(new URL(name, examples), 'utf8')
      expect(mistakesIn(text)).toEqual([])
      expect(text.split('\n', 1)[0]).toBe('# yaml-language-server: $schema=./dialect.schema.json')
    },
  )

  it('has a JSON schema for editors that matches the parser; `vitest -u` regenerates it', async () => {
    const path = fileURLToPath(new URL('dialect.schema.json', examples))
    const schema = JSON.stringify(z.toJSONSchema(Dialect, { io: 'input' }), null, 2)
    const style = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
    const { code } = await format(path, schema, style)
    await expect(code).toMatchFileSnapshot(path)
  })
})
