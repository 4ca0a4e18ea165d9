import { expect, it } from 'vitest'
import { dayMs } from '../clock'
import { nextDay } from './rates'

const start = new Date('2026-03-01T00:00:00.000Z')

/** The rates of each of these days, as a random walk from the first one. */
function walk(days: number) {
  const walked = [new Map<string, string>()]
  for (let day = 0; day < days; day++) {
    const next = nextDay(walked.at(-1)!, new Date(start.getTime() + day * dayMs))
    walked.push(new Map(next.map(({ coin, rate }) => [coin, rate])))
  }
  return walked.slice(1)
}

it('is deterministic', () => {
  expect(walk(30)).toEqual(walk(30))
})

it('has at least twelve coins, and on any day five that rose and five that fell', () => {
  const days = walk(120)
  for (const [at, today] of days.entries()) {
    const before = days[at - 1]
    if (!before) continue
    expect(today.size).toBeGreaterThanOrEqual(12)
    const moves = [...today].map(([coin, rate]) => Math.sign(Number(rate) - Number(before.get(coin))))
    expect(moves.filter((move) => move > 0).length).toBeGreaterThanOrEqual(5)
    expect(moves.filter((move) => move < 0).length).toBeGreaterThanOrEqual(5)
  }
})

it('stays near the initial rates for twenty years', () => {
  const [first, ...later] = walk(20 * 365)
  for (const [coin, home] of first!) {
    const ratios = later.map((day) => Number(day.get(coin)) / Number(home))
    expect(Math.min(...ratios)).toBeGreaterThan(0.65)
    expect(Math.max(...ratios)).toBeLessThan(1.5)
  }
})
