import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { declaresField, fieldPath, isFieldName } from './field-names.server'

describe('the name of a field', () => {
  it.each([
    ['email', ['email']],
    ['new-password_2', ['new-password_2']],
    ['wallets[0].address', ['wallets', 0, 'address']],
    ['wallets[99].address', ['wallets', 99, 'address']],
    ['a.b.c.d.e', ['a', 'b', 'c', 'd', 'e']],
  ])('%s is a path', (name, path) => expect(fieldPath(name)).toEqual(path))

  it.each([
    ['nothing', ''],
    ['an index beyond the limit', 'email[100]'],
    ['an index beyond all numbers', `email[${'9'.repeat(20)}]`],
    ['an index without a list', '[0]'],
    ['an unclosed index', 'wallets[]'],
    ['a negative index', 'wallets[-1]'],
    ['an unclosed bracket', 'wallets[0'],
    ['a broken path', 'wallets[0]address'],
    ['two dots', 'a..b'],
    ['a dot at its end', 'a.'],
    ['more nested names than any form has', 'a.b.c.d.e.f'],
    ['thousands of nested names', 'a.'.repeat(20_000) + 'a'],
    ['a prototype property', '__proto__.polluted'],
    ['a prototype property', 'a.constructor.prototype'],
    ['more than 64 characters', 'a'.repeat(65)],
    ['a line break', 'a\n'],
    ['another script', 'имя'],
  ])('is not %s', (_what, name) => expect(isFieldName(name)).toBe(false))
})

describe('a schema', () => {
  const Form = z
    .object({
      email: z.email().optional(),
      person: z.object({ city: z.string().trim().optional().transform(String) }),
      wallets: z
        .array(z.object({ address: z.string().default('') }))
        .max(3)
        .default([]),
      lines: z.array(z.string()),
      kind: z.preprocess((typed) => typed, z.object({ word: z.string() })),
    })
    .refine(() => true)
    .transform((typed) => typed)

  it.each(['email', 'person.city', 'wallets[0].address', 'wallets[2].address', 'lines[49]', 'kind.word'])(
    'declares %s',
    (name) => expect(declaresField(Form, name)).toBe(true),
  )

  it.each([
    'phone',
    'email[0]',
    'email.a',
    'person',
    'person[0]',
    'wallets',
    'wallets[3].address',
    'wallets[0]',
    'wallets.address',
    'wallets[0].address.more',
    'lines[50]',
    'toString',
    'hasOwnProperty',
  ])('does not declare %s', (name) => expect(declaresField(Form, name)).toBe(false))
})
