import { drawChart } from '~/ui/chart/drawing.server'

/** Each shape that a chart has, of figures that mean nothing. */
export function chartSamples() {
  const days = ['2026-01-01', '2026-01-08', '2026-01-15', '2026-01-22', '2026-01-29']
  const points = (...values: string[]) => days.map((at, place) => ({ at, value: values[place] ?? '0' }))
  return {
    two: drawChart({
      series: [
        { points: points('700', '400', '416.65', '1433.3', '1449.95') },
        { points: points('0', '3.33', '19.98', '36.63', '53.28') },
      ],
      levels: 2,
    }),
    turning: drawChart({ series: [{ points: points('0', '10', '20', '40', '60'), turn: '2026-01-15' }] }),
    columns: drawChart({
      series: [{ points: points('5', '12', '0', '18', '9') }],
      shape: 'columns',
      levels: 2,
    }),
    flat: drawChart({ series: [{ points: points('0', '0', '0', '0', '0') }] }),
  }
}

export type ChartSamples = ReturnType<typeof chartSamples>
