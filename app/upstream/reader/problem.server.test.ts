import { describe, expect, it } from 'vitest'
import { readJson } from './json.server'
import { readProblem } from './problem.server'

/** Refusals as other upstreams write them: the text, and the fields by the contract's names. */

const read = (text: string) => {
  const problem = readProblem(readJson(text), text)
  const fields = Object.entries(problem?.fields ?? {}).map(([name, { message }]) => `${name}: ${message}`)
  return [problem?.message, ...fields]
}

describe('fields that an upstream refused', () => {
  it.each([
    ['by name', '{"message":"No","errors":{"email":["Wrong"]}}', ['No', 'email: Wrong']],
    ['in a list', '{"message":"No","errors":[{"field":"email","message":"Wrong"}]}', ['No', 'email: Wrong']],
    ['by path', '{"message":"No","errors":[{"path":["email"],"msg":"Wrong"}]}', ['No', 'email: Wrong']],
    [
      'in a problem document, by a pointer',
      '{"title":"No","errors":[{"detail":"Wrong","pointer":"#/currentPassword"}]}',
      ['Wrong', 'currentPassword: Wrong'],
    ],
    [
      'in a problem document of the older kind',
      '{"title":"No","invalid-params":[{"name":"email","reason":"Wrong"}]}',
      ['No', 'email: Wrong'],
    ],
    ['as detail, by place', '{"detail":[{"loc":["body","email"],"msg":"Wrong"}]}', ['Wrong', 'email: Wrong']],
    ['with a capital', '{"message":"No","errors":{"Email":["Wrong"]}}', ['No', 'email: Wrong']],
    [
      'in snake case',
      '{"message":"No","errors":{"current_password":"Wrong"}}',
      ['No', 'currentPassword: Wrong'],
    ],
    [
      'within a list',
      '{"message":"No","errors":{"wallets[1].address":"Wrong"}}',
      ['No', 'wallets[1].address: Wrong'],
    ],
    ['by an invalid name', '{"message":"No","errors":{"<b>":"Wrong"}}', ['No']],
  ])('are found %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })
})
