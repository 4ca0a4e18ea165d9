import { expect, it } from 'vitest'
import { serveFront } from '../../../tests/support/front'
import { checkQuery } from './query.server'

const fields = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join('&')

it.each([
  ['no query', '/', 200],
  ['an empty one', '/?', 200],
  ['4,096 characters', `/?a=${'x'.repeat(4094)}`, 200],
  ['one more', `/?a=${'x'.repeat(4095)}`, 414],
  ['64 fields', `/?${fields(64)}`, 200],
  ['one more', `/?${fields(65)}`, 400],
  ['a field for every character', `/?${'&'.repeat(4000)}`, 400],
])('%s: %s is answered with %i', async (_what, path, status) => {
  const { ask } = await serveFront([checkQuery])
  expect((await ask(path)).status).toBe(status)
})
