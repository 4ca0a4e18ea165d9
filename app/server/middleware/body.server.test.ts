import { describe, expect, it } from 'vitest'
import { formOf, serveMiddleware } from '../../../tests/support/serve'
import { readForm } from './body.server'
import { requestInfoOf } from '~/session/request-info.server'

/** The parsed form, or the reason of its refusal. */
async function read(body: string | Buffer, headers: Record<string, string> = {}) {
  const { ask } = await serveMiddleware([readForm], (req, res) => {
    const { form } = requestInfoOf(req)
    res.end(JSON.stringify(form && [...form]))
  })
  const answer = await ask('/', { ...formOf({}), body, headers: { ...formOf({}).headers, ...headers } })
  return answer.status === 200 ? (JSON.parse(answer.text) as unknown) : answer.text
}

/** This many kilobytes, in fields of 16 KB. */
const kilobytes = (count: number) =>
  Array.from({ length: count / 16 }, (_, place) =>
    `&f${place}=`.padEnd(16 * 1024 + Number(place === 0), 'x').slice(Number(place === 0)),
  ).join('')

describe('readForm', () => {
  it('reads the fields as they were typed', async () => {
    expect(await read('login=in%20vestor&amount=1+000%2C50&name=%D0%90%D0%BD%D0%BD%D0%B0&empty=')).toEqual([
      ['login', 'in vestor'],
      ['amount', '1 000,50'],
      ['name', 'Анна'],
      ['empty', ''],
    ])
  })

  it('decodes once: what was encoded twice stays encoded', async () => {
    expect(await read('name=%2527%252F&%6cogin=%26amount%3D2')).toEqual([
      ['name', '%27%2F'],
      ['login', '&amount=2'],
    ])
  })

  it('reads the breaks of a text as one character each, as its field counts them', async () => {
    expect(await read('message=one%0D%0A%0D%0Atwo%0Dthree%0Afour')).toEqual([
      ['message', 'one\n\ntwo\nthree\nfour'],
    ])
    const full = `${'x'.repeat(99)}%0D%0A`.repeat(200)
    expect(await read(`message=${full}`)).toEqual([['message', `${'x'.repeat(99)}\n`.repeat(200)]])
  })

  it('reads an empty body as a form without fields', async () => {
    expect(await read('')).toEqual([])
  })

  it('accepts 64 KB and refuses one byte more, with and without Content-Length', async () => {
    expect(await read(kilobytes(64))).toHaveLength(4)
    expect(await read(`${kilobytes(64)}x`)).toBe('body_too_large')
    expect(await read(`${kilobytes(64)}x`, { 'transfer-encoding': 'chunked' })).toBe('body_too_large')
  })

  it('refuses a form of many megabytes without holding it in memory', async () => {
    expect(await read(kilobytes(8 * 1024))).toBe('body_too_large')
  })

  it('accepts 200 fields and refuses 201', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join('&')
    expect(await read(fields(200))).toHaveLength(200)
    expect(await read(fields(201))).toBe('body_broken')
  })

  it('refuses too many fields before it parses them', async () => {
    expect(await read('&'.repeat(60_000))).toBe('body_broken')
  })

  it('accepts a value of 20,000 characters and refuses one more', async () => {
    expect(await read(`a=${'x'.repeat(20_000)}`)).toHaveLength(1)
    expect(await read(`a=${'x'.repeat(20_001)}`)).toBe('body_broken')
  })

  it.each([
    ['an index of millions', 'email[5000000]'],
    ['an index beyond all numbers', 'email[999999999999999999999]'],
    ['thousands of nested names', `a${'.a'.repeat(20_000)}`],
    ['thousands of nested lists', `a${'[0]'.repeat(6_000)}`],
    ['a broken path', 'a['],
    ['a prototype property', '__proto__.polluted'],
    ['a prototype property', 'constructor'],
    ['no name', ''],
    ['a long name', 'a'.repeat(65)],
    ['another script', 'имя'],
  ])('refuses %s for a name', async (_what, name) => {
    expect(await read(`${encodeURIComponent(name)}=x`)).toBe('body_broken')
  })

  it('refuses a repeated field', async () => {
    expect(await read('amount=1&amount=2')).toBe('body_broken')
  })

  it.each([
    ['bytes that are not UTF-8', 'name=%C3%28'],
    ['a NUL', 'name=a%00b'],
    ['raw bytes past ASCII', Buffer.from([0x61, 0x3d, 0xff])],
    ['a broken escape', 'name=%E0%A4%A'],
  ])('refuses %s', async (_what, body) => {
    expect(await read(body)).toBe('body_broken')
  })

  it('ignores a GET', async () => {
    const { ask } = await serveMiddleware([readForm], (req, res) =>
      res.end(JSON.stringify(requestInfoOf(req).form)),
    )
    expect((await ask('/')).text).toBe('null')
  })
})
