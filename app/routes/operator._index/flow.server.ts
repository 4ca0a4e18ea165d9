import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { compare, sum } from '~/money/decimal'
import { type ChartDrawing, drawChart } from '~/ui/chart/drawing.server'

type Days = NonNullable<CallAnswer<typeof house.summary>['flow']>

/** Money in and out by the day, drawn at one scale. */
export interface FlowDrawings {
  days: number
  in: { drawing: ChartDrawing; total: string }
  out: { drawing: ChartDrawing; total: string }
}

/** @returns null if nothing came in or went out */
export function drawFlow(days: Days): FlowDrawings | null {
  const amounts = days.flatMap((day) => [day.in, day.out])
  const highest = amounts.reduce((high, one) => (compare(one, high) > 0 ? one : high), '0')
  if (compare(highest, '0') === 0) return null
  const drawn = (side: 'in' | 'out') => ({
    drawing: drawChart({
      series: [{ points: days.map((day) => ({ at: day.date, value: day[side] })) }],
      shape: 'columns',
      levels: 2,
      hasMarks: false,
      reaching: highest,
    }),
    total: sum(days.map((day) => day[side])),
  })
  return { days: days.length, in: drawn('in'), out: drawn('out') }
}
