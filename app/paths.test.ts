import { expect, test } from 'vitest'
import { paths } from './paths'

const { settings, ...pages } = paths

/** An address without its filters; an address that requires an id gets `id-1`. */
function plain(path: (id: never) => string): string {
  const address = path(undefined as never)
  return address.includes('undefined') ? path('id-1' as never) : address
}

test('every address of the app', () => {
  expect(
    Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, plain(path)])),
  ).toMatchSnapshot()
  expect(paths.register('anna')).toBe('/register/anna')
  expect(settings('payment-systems')).toBe('/cabinet/settings/payment-systems')
})

test('filters are part of the address, and an empty one is left out', () => {
  expect(paths.operations({ type: 'accrual', currency: '', page: 2 })).toBe(
    '/cabinet/operations?type=accrual&page=2',
  )
  expect(paths.operations({})).toBe('/cabinet/operations')
})

test("an id can't leave its place in the path", () => {
  expect(paths.deposit('../../operator')).toBe('/cabinet/deposits/..%2F..%2Foperator')
  expect(paths.register('a?b#c')).toBe('/register/a%3Fb%23c')
})
