import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { missingTitles, pathsIn, quotedTitles } from './support/documents'

/**
 * What the document about accessibility names is there: a row for each criterion of WCAG 2.2 of the levels A and AA,
 * files, and titles of tests. Whether a test shows what its row says is for the reader.
 */

/** The numbers of the criteria of each level; 4.1.1 is none of 2.2. */
const criteria: Record<string, string> = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}
const states = ['held', 'held in part', 'does not apply']

const text = readFileSync('docs/accessibility.md', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

it('has a row for each of the 55 criteria, with its level and one of the states', () => {
  const expected = Object.entries(criteria).flatMap(([level, numbers]) =>
    numbers.split(' ').map((number) => `${number} ${level}`),
  )
  expect(expected).toHaveLength(55)
  expect(rows.map(([number, level]) => `${number} ${level}`).toSorted()).toEqual(expected.toSorted())
  expect(rows.filter(({ length, 3: state }) => length !== 5 || !states.includes(state!))).toEqual([])
})

it('names what shows a criterion that applies, in files that exist', () => {
  expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([])
  const bare = rows.filter(([, , , state, by]) => state !== 'does not apply' && !/[a-z]/.test(by ?? ''))
  expect(bare).toEqual([])
  const partly = rows.filter(([, , , state, by]) => state === 'held in part' && pathsIn(by!).length === 0)
  expect(partly.map(([number]) => number)).toEqual([])
})

it('quotes titles that stand in the tests that they name', () => {
  expect(quotedTitles(text).length).toBeGreaterThan(30)
  expect(missingTitles(text)).toEqual([])
})
