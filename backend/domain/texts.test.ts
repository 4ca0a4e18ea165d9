import { expect, it } from 'vitest'
import { errorStatus } from '~/contract/errors'
import { errorText, hasText, languageOf } from './texts'

it.each([
  [undefined, 'ru'],
  ['', 'ru'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,ru;q=0.8', 'en'],
  ['de, en;q=0.5, ru;q=0.7', 'ru'],
  ['en;q=0, ru;q=0.1', 'ru'],
  ['lt', 'ru'],
])('reads %s as %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

it('fills values in', () => {
  expect(errorText('en', 'amount_below_min', { min: '100' })).toBe('The minimum is 100')
})

it('chooses the form of a plural', () => {
  expect(errorText('en', 'amount_decimals', { count: 1 })).toBe('No more than 1 digit after the point')
  expect(errorText('en', 'amount_decimals', { count: 8 })).toBe('No more than 8 digits after the point')
})

it('has a text for every error code of the contract', () => {
  expect(Object.keys(errorStatus).filter((code) => !hasText(code))).toEqual([])
})

it('has a general text for a code without a text of its own', () => {
  expect(errorText('en', 'no_such_word')).toBe('An error occurred, try later')
})
