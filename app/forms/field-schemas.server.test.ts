import { expect, test } from 'vitest'
import { CodeField, OptionalEmailField } from './field-schemas.server'

test.each([undefined, '', '   ', '\u00a0'])('an e-mail that may be given is none for %j', (typed) =>
  expect(OptionalEmailField.parse(typed)).toBeUndefined(),
)

test('one that is given is an address, without the blanks around it', () => {
  expect(OptionalEmailField.parse(' kai@example.org ')).toBe('kai@example.org')
  expect(OptionalEmailField.safeParse('kai').success).toBe(false)
})

test.each(['123456', '123 456', '123-456', '123\u2011456', '\u200e123456\u202c', '\u2066123\u2212456\u2069'])(
  'a code is read as it is typed or pasted: %j',
  (typed) => expect(CodeField.parse(typed)).toBe('123456'),
)
