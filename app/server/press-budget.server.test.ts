import { expect, test } from 'vitest'
import { createPressBudget } from './press-budget.server'

let clock = 0
const now = () => clock

test('what is left of a press is shared by all that it waits for', () => {
  const press = createPressBudget({ budgetMs: 10_000, isRunning: true }, now)
  clock += 4_000
  expect(press.leftMs()).toBe(6_000)
  clock += 7_000
  expect(press.leftMs()).toBe(0)
})

test('files may take as long as they take, and their answer counts from the end of them', () => {
  const press = createPressBudget({ budgetMs: 10_000, isRunning: false }, now)
  clock += 90_000
  expect(press.leftMs()).toBe(Infinity)
  press.restart()
  clock += 1_000
  expect(press.leftMs()).toBe(9_000)
})
