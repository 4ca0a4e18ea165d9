import { describe, expect, test } from 'vitest'
import { contract } from '~/contract'
import { targetOf } from './target.server'

describe('the path', () => {
  test('has encoded values in place of its parameters', () => {
    expect(targetOf(contract.refills.one, { id: 'r~1.2_3-4' })?.path).toBe('/funds/refills/r~1.2_3-4')
    expect(targetOf(contract.auth.register, { login: 'anna.b' })?.path).toBe('/auth/register/anna.b')
  })

  test('leaves out an optional value, with its slash', () => {
    expect(targetOf(contract.auth.telegram, {})?.path).toBe('/auth/telegram')
    expect(targetOf(contract.auth.telegram, { login: 'anna' })?.path).toBe('/auth/telegram/anna')
  })

  test('has the default if the contract has one', () => {
    expect(targetOf(contract.userData.byType, {})?.path).toBe('/user-data/byType/profile')
  })

  test.each(['', '.', '..', '../x', 'a/b', 'a\\b', 'a%2fb', 'a\nb', 'x'.repeat(129), 5, undefined])(
    'does not exist for %j',
    (id) => {
      expect(targetOf(contract.refills.one, { id })).toBeNull()
    },
  )
})

describe('the query', () => {
  test('has the fields of the call and nothing else', () => {
    const input = { status: 'closed', page: 2, limit: undefined, evil: 'x' }
    expect(targetOf(contract.deposits.list, input)).toEqual({
      path: '/funds/deposits?page=2&status=closed',
      body: null,
    })
  })

  test('encodes a value in its place', () => {
    expect(targetOf(contract.user.operations, { search: 'a&limit=1000#' })?.path).toBe(
      '/user/operations/?search=a%26limit%3D1000%23',
    )
  })
})

test("the body has the call's fields, and is an object if it has none", () => {
  const opening = { planId: 'breeze', currency: 'USDT', amount: '300', id: 'other' }
  expect(targetOf(contract.deposits.create, opening)?.body).toBe(
    '{"planId":"breeze","currency":"USDT","amount":"300"}',
  )
  expect(targetOf(contract.deposits.close, { id: 'd1' })).toEqual({
    path: '/funds/deposits/client/close/d1',
    body: '{}',
  })
})
