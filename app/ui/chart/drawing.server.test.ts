import { describe, expect, test } from 'vitest'
import { drawChart } from './drawing.server'

const rising = { points: [0, 10, 20].map((at) => ({ at, value: `${at}` })) }
const [top, bottom] = [20, 98]

describe('a line', () => {
  test('runs through every point, from edge to edge, above the baseline', () => {
    const { waterline, series } = drawChart({ series: [rising] })
    expect(waterline).toBe(bottom)
    expect(series[0]!.strokes).toEqual([
      { style: 'first', line: 'M0,98L50,59L100,20', area: 'M0,98L50,59L100,20L100,98L50,98L0,98Z' },
    ])
    expect(series[0]!.marks).toEqual([{ at: 20, value: '20', x: 100, y: top, below: false, dot: true }])
  })

  test('is placed by its dates, not by their number', () => {
    const days = ['2026-01-01', '2026-01-02', '2026-01-11']
    const { series, labels } = drawChart({ series: [{ points: days.map((at) => ({ at, value: '1' })) }] })
    expect(series[0]!.strokes[0]!.line).toBe('M0,20L10,20L100,20')
    expect(labels).toEqual([
      { at: '2026-01-01', x: 0, anchor: 'start' },
      { at: '2026-01-11', x: 100, anchor: 'end' },
    ])
  })

  test('has a labelled corner where required, in one piece', () => {
    const { strokes, marks } = drawChart({ series: [{ ...rising, turn: 10 }] }).series[0]!
    expect(strokes.map(({ style, line }) => [style, line])).toEqual([
      ['first', 'M0,98L50,59'],
      ['second', 'M50,59L100,20'],
    ])
    expect(marks.map(({ at }) => at)).toEqual([10, 20])
  })

  test('keeps zero in place when a value is below it', () => {
    const points = ['-5', '15'].map((value, at) => ({ at, value }))
    expect(drawChart({ series: [{ points }] }).waterline).toBe(78.5)
  })

  test('places a label below a falling value, and below the lower of two that end together', () => {
    const falling = { points: ['4', '3'].map((value, at) => ({ at, value })) }
    expect(drawChart({ series: [falling] }).series[0]!.marks[0]!.below).toBe(true)
    const near = drawChart({ series: [rising, { points: [{ at: 20, value: '19' }] }] })
    expect(near.series.map(({ marks }) => marks.at(-1)!.below)).toEqual([false, true])
  })
})

test('without a rise is on the baseline, with one point or none as well', () => {
  for (const values of [['0', '0'], ['0'], []]) {
    const { series, waterline } = drawChart({
      series: [{ points: values.map((value, at) => ({ at, value })) }],
    })
    expect(series[0]!.marks.map(({ y }) => y)).toEqual(values.slice(-1).map(() => waterline))
    expect(JSON.stringify(series)).not.toMatch(/null|NaN/)
  }
})

test('columns begin at the baseline, each at its place', () => {
  const { labels, series } = drawChart({
    series: [{ ...rising, turn: 10 }],
    shape: 'columns',
    labelled: [0, 10, 20],
  })
  expect(labels).toEqual([
    { at: 0, x: 0, anchor: 'start' },
    { at: 10, x: 50, anchor: 'middle' },
    { at: 20, x: 100, anchor: 'end' },
  ])
  const { strokes, marks } = series[0]!
  expect(strokes.map(({ style }) => style)).toEqual(['first', 'second'])
  expect(strokes[1]).toMatchObject({ area: 'M71.43,98V20H100V98Z', line: 'M71.43,20H100' })
  expect(marks).toEqual([{ at: 20, value: '20', x: 100, y: top, below: false, dot: false }])
})

test('events whose marks would cover each other have one, with their number', () => {
  const points = Array.from({ length: 101 }, (_, at) => ({ at, value: '1' }))
  const { events } = drawChart({
    series: [{ points }],
    events: [
      { at: 98, kind: 'in' },
      { at: 20, kind: 'out' },
      { at: 100, kind: 'out' },
      { at: 100, kind: 'own' },
      { at: 30, kind: 'own' },
    ],
  })
  expect(events.map(({ at, kind, marked }) => `${at} ${kind} ${marked}`)).toEqual([
    '20 out 1',
    '30 own 1',
    '98 in 3',
    '100 out 0',
    '100 own 0',
  ])
})

test('levels are round numbers above the baseline', () => {
  const { levels } = drawChart({ series: [rising], levels: 2 })
  expect(levels).toEqual([
    { value: '10', y: 59 },
    { value: '20', y: 20 },
  ])
})
