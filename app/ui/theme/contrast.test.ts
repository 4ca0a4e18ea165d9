import { describe, expect, test } from 'vitest'
import { type Colours, day, night } from './colours'
import { contrast, toHex } from './oklch'

type Pair = [text: keyof Colours, ground: keyof Colours, minRatio: number]

const pairs: Pair[] = [
  ...(['page', 'raised', 'sunk'] as const).flatMap((ground): Pair[] => [
    ['text', ground, 7],
    ['soft', ground, 4.5],
    ['link', ground, 4.5],
    ['danger', ground, 4.5],
    ['outline', ground, 3],
    ['focus', ground, 3],
    ['waterline', ground, 3],
    ['accent', ground, 3],
  ]),
  ['onAccent', 'accent', 4.5],
  ['onAccent', 'accentHover', 4.5],
  ...(['depth0', 'depth1', 'depth2'] as const).map((ground): Pair => ['onShallow', ground, 7]),
  ...(['depth4', 'depth5', 'depth6'] as const).flatMap((ground): Pair[] => [
    ['onDeep', ground, 6],
    ['onDeepSoft', ground, 4.5],
  ]),
  ...(['success', 'warning', 'danger', 'info'] as const).flatMap((meaning): Pair[] => [
    [meaning, `${meaning}Ground`, 4.5],
    ['text', `${meaning}Ground`, 7],
  ]),
]

describe.each([
  ['day', day],
  ['night', night],
])('by %s', (_, colours) => {
  test.each(pairs)('%s on %s has a contrast of at least %d:1', (text, ground, minRatio) => {
    expect(contrast(toHex(colours[text]), toHex(colours[ground]))).toBeGreaterThanOrEqual(minRatio)
  })
})

test('white, black and a mid grey are converted as browsers do', () => {
  expect(toHex([1, 0, 0])).toBe('#ffffff')
  expect(toHex([0, 0, 0])).toBe('#000000')
  expect(toHex([0.5999, 0, 0])).toBe('#808080')
  expect(contrast('#ffffff', '#000000')).toBe(21)
})
