import { describe, expect, it } from 'vitest'
import { Refusal } from '../domain/refusal'
import { checkInput, nestsTooDeep } from './input-limits'

describe('the depth of a body', () => {
  it.each([
    ['an object', '{"a":1}'],
    ['sixteen levels', `${'['.repeat(16)}${']'.repeat(16)}`],
    ['many siblings', `[${Array(500).fill('[]').join()}]`],
    ['brackets in a text', JSON.stringify({ text: '[{'.repeat(1000) })],
    ['brackets behind a quote in a text', JSON.stringify({ text: `"\\"${'['.repeat(1000)}` })],
    ['text that is not JSON', ']]]'],
  ])('allows %s', (_what, json) => expect(nestsTooDeep(json)).toBe(false))

  it.each([
    ['seventeen levels', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['objects', '{"a":'.repeat(17)],
    ['thousands of unclosed brackets', '['.repeat(60_000)],
    ['levels after a text', `{"a":"\\\\","b":${'['.repeat(17)}`],
  ])('refuses %s', (_what, json) => expect(nestsTooDeep(json)).toBe(true))
})

describe('the content of a request', () => {
  const checking = (url: string, query: unknown, body: unknown) => () => checkInput(url, query, body)

  it('allows what a call may be sent', () => {
    const addresses = Array.from({ length: 500 }, () => 'T…')
    expect(checking('/api/x?page=1', { page: '1' }, { addresses })).not.toThrow()
  })

  it.each([
    ['a long query', `/api/x?search=${'a'.repeat(5_000)}`, {}, {}],
    [
      'a query of many fields',
      '/api/x?',
      Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, ''])),
      {},
    ],
    ['a body of many parts', '/api/x', {}, { wallets: Array.from({ length: 5_001 }, () => ({})) }],
  ])('refuses %s', (_what, url, query, body) => {
    expect(checking(url, query, body)).toThrow(Refusal)
  })

  it("names the fields whose texts can't be stored, up to a hundred", () => {
    const fieldsOf = (body: unknown) => {
      try {
        checkInput('/', {}, body)
      } catch (error) {
        return Object.keys((error as Refusal).fields ?? {})
      }
      return []
    }
    expect(fieldsOf({ wallets: [{ address: 'a\0' }], city: '\ud800', ok: 'Nida' }).sort()).toEqual([
      'city',
      'wallets.0.address',
    ])
    expect(fieldsOf({ toString: '\0' })).toEqual(['toString'])
    expect(fieldsOf(Array.from({ length: 4_000 }, () => '\0'))).toHaveLength(100)
  })
})
