import { expect, test } from 'vitest'
import { decimalField, optionalPositiveField } from './form-schemas.server'

const codeOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message)

test('an amount of more digits than the terms are kept with is refused at its field', () => {
  for (const field of [decimalField('en'), optionalPositiveField('en')]) {
    expect(field.parse('999,999,999,999.5')).toBe('999999999999.5')
    expect(codeOf(field.safeParse('1000000000000'))).toEqual(['too_long'])
    expect(codeOf(field.safeParse('1.0000001'))).toEqual(['amount_decimals'])
  }
})
