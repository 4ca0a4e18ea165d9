import { describe, expect, it } from 'vitest'
import { isTooSimple } from './password-rules'

const person = { login: 'marta.k', email: 'marta.kazlauskaite@example.com' }

describe('a password is too simple when it', () => {
  it.each([
    ['is shorter than eight characters', 'xK4!pq2'],
    ['is a common password', 'Password1!'],
    ['is a common Russian password', 'ЙЦУКЕНГШ'],
    ['is a common word with a year', 'Summer2031!'],
    ['repeats one character', 'aaaaaaaaaa'],
    ['repeats a short piece', 'xyzxyzxyzx'],
    ['counts up', '23456789'],
    ['counts down', 'hgfedcba'],
    ['is the e-mail', 'marta.kazlauskaite@example.com'],
    ['is the name before the @', 'Marta.Kazlauskaite'],
    ['is the login followed by digits', 'marta.k2024'],
    ["is the product's name with a year", 'Tideline-2031!'],
    ['is words of the product', 'btc_Whale.Deposit7'],
    ['is Russian words of the product', 'КриптоКошелек1'],
    ['was in a leak', 'Michelle1'],
    ['was in a leak, in another letter case', 'tRuStNo11'],
  ])('%s', async (_why, password) => {
    expect(await isTooSimple(password, person)).toBe(true)
  })
})

it.each([
  'Demo-investor-1',
  'whales over the bitcoin',
  'correct horse battery',
  'тихая вода глубока',
  '🌊🌊🐚🐚⛵⛵🌅🌊',
  'nV7#tr0w',
])('accepts %s', async (password) => {
  expect(await isTooSimple(password, person)).toBe(false)
})

it('counts characters, not bytes: four emoji are four characters', async () => {
  expect(await isTooSimple('🌊🐚⛵🌅', person)).toBe(true)
})
