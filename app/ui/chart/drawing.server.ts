import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/**
 * Computes the geometry of a chart for `Chart` to draw. It runs where the data is, in a loader, so that the libraries
 * stay out of the browser; it returns plain data. Lengths are percent of the drawing's width and height. Only lengths
 * are numbers: labels use the points' own decimal strings.
 */

/** A day that is counted (12), or a date (`2026-01-31`) or time as ISO writes it. */
export type At = number | string

export interface Point {
  at: At
  /** Decimal string; null where it is not known, which leaves a gap. */
  value: string | null
}

/** What moved the first series at a place: something came in, went out, or was moved within. */
export type EventKind = 'in' | 'out' | 'own'

export interface ChartEvent {
  at: At
  kind: EventKind
}

interface Series {
  /** In the order of time. */
  points: readonly Point[]
  /** From the point at this index the line is drawn as `second`: its values are conditional. */
  turn?: At
}

interface ChartInput {
  /** One, or two that have a scale in common: the second is drawn in front. */
  series: readonly [Series] | readonly [Series, Series]
  /** Straight lines from point to point, or a column for each. */
  shape?: 'line' | 'columns'
  /** The labelled places below the waterline; the first and the last by default. */
  labelled?: readonly At[]
  /** About how many hairlines above the waterline show the height, named beside the plot; none by default. */
  levels?: number
  /** Whether ends and turns are named in the plot; where the legend names the values they need not be. */
  hasMarks?: boolean
  events?: readonly ChartEvent[]
  /** A value that the scale reaches at least, so that two drawings side by side can be compared. */
  reaching?: string
}

/** `first` is solid, `second` dashed and deeper, so that they differ by more than colour. */
export type StrokeStyle = 'first' | 'second'

export interface ChartDrawing {
  /** The y coordinate of zero. */
  waterline: number
  levels: { value: string; y: number }[]
  labels: { at: At; x: number; anchor: 'start' | 'middle' | 'end' }[]
  /** Every place that has a value, from left to right. */
  places: { at: At; x: number }[]
  /** Near ones have one mark: the first of them counts those that it stands for, the others count none. */
  events: (ChartEvent & { x: number; y: number; marked: number })[]
  series: {
    /** With their height; null in a gap. */
    points: (Point & { y: number | null })[]
    /** Its strokes: the area above the waterline, and the line on top of it. */
    strokes: { style: StrokeStyle; area: string; line: string }[]
    /** Where its value is written: at its end, and where a line turns. */
    marks: Mark[]
  }[]
}

export interface Mark {
  at: At
  /** Decimal string. */
  value: string
  /** The end of the text. */
  x: number
  y: number
  /** There is room below the point, not above. */
  below: boolean
  /** It is a point of a line. */
  dot: boolean
}

/** Above there is room for a value where the ends are named. */
const [topWithMarks, topWithout, bottom] = [20, 6, 98]
/** A value below its point ends above this. */
const lowestMark = 84
/** At this distance two values would overlap. */
const tooNear = 12
/** At a smaller distance the marks of two events would overlap on a phone. */
const marksApart = 5
/** A text nearer to an edge than this is aligned with the edge. */
const atEdge = 8

export function drawChart({
  series,
  shape = 'line',
  labelled,
  levels = 0,
  hasMarks = true,
  events = [],
  reaching = '0',
}: ChartInput): ChartDrawing {
  const points = series.flatMap((one) => one.points)
  const places = [...new Map(points.map(({ at }) => [positionOf(at), at])).values()]
  places.sort((one, other) => positionOf(one) - positionOf(other))
  const pen = shape === 'line' ? linePen(places) : columnPen(places)
  const values = [...points.map(({ value }) => Number(value ?? 0)), Number(reaching)]
  // If all values are zero, the line is on the waterline.
  const height = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values) || 1],
    [bottom, hasMarks ? topWithMarks : topWithout],
  )
  const spotOf = ({ at, value }: Point): Spot | null =>
    value === null ? null : { x: pen.x(at), y: height(Number(value)) }
  const firstAt = new Map(series[0].points.map((point) => [positionOf(point.at), spotOf(point)]))
  return {
    waterline: rounded(height(0)),
    levels: levels > 0 ? levelsOf(height, levels) : [],
    labels: [...new Set(labelled ?? [...places.slice(0, 1), ...places.slice(-1)])].map((at) => ({
      at,
      ...anchored(pen.x(at), pen.reach),
    })),
    places: places.map((at) => ({ at, x: rounded(pen.x(at)) })),
    events: gathered(
      events.flatMap((event) => {
        const spot = firstAt.get(positionOf(event.at))
        return spot ? [{ ...event, x: rounded(spot.x), y: rounded(spot.y), marked: 1 }] : []
      }),
    ),
    series: apart(
      series.map((one, place) => ({
        points: one.points.map((point) => ({ ...point, y: heightOf(spotOf(point)) })),
        strokes: partsOf(one, place, pen.joined).map(({ style, points: part }) => ({
          style,
          ...pen.draw(part.map(spotOf), height(0)),
        })),
        marks: hasMarks ? marksOf(one, pen, spotOf) : [],
      })),
    ),
  }
}

interface Spot {
  x: number
  y: number
}

const heightOf = (spot: Spot | null) => spot && rounded(spot.y)

interface Pen {
  /** The middle of a place. */
  x: (at: At) => number
  /** How far a place reaches to the right of its middle. */
  reach: number
  /** One part begins where the one before it ended, and both are named. */
  joined: boolean
  draw: (spots: (Spot | null)[], waterline: number) => { area: string; line: string }
}

function linePen(places: At[]): Pen {
  const positions = places.map(positionOf)
  const [first = 0, last = first] = [positions[0], positions.at(-1)]
  const scale = scaleLinear([first === last ? first - 1 : first, last], [0, 100])
  return {
    x: (at) => scale(positionOf(at)),
    reach: 0,
    joined: true,
    draw: (spots, waterline) => {
      // The place of an unknown one is never read.
      const corners = spots.map((spot): [number, number] => (spot ? [spot.x, spot.y] : [NaN, NaN]))
      const isKnown = ([, y]: [number, number]) => !Number.isNaN(y)
      return {
        area: area().defined(isKnown).y0(waterline).digits(2)(corners) ?? '',
        line: line().defined(isKnown).digits(2)(corners) ?? '',
      }
    },
  }
}

function columnPen(places: At[]): Pen {
  const scale = scaleBand(places, [0, 100]).paddingInner(0.2)
  const width = scale.bandwidth()
  return {
    x: (at) => (scale(at) ?? 0) + width / 2,
    reach: width / 2,
    joined: false,
    draw: (spots, waterline) => {
      const columns = spots
        .filter((spot) => spot !== null)
        .map(({ x, y }) => [x - width / 2, waterline, y, x + width / 2].map(rounded))
      return {
        area: columns
          .map(([left, zero, height, right]) => `M${left},${zero}V${height}H${right}V${zero}Z`)
          .join(''),
        line: columns.map(([left, , height, right]) => `M${left},${height}H${right}`).join(''),
      }
    },
  }
}

function partsOf({ points, turn }: Series, place: number, joined: boolean) {
  const turnsAt = points.findIndex(({ at }) => at === turn)
  if (turnsAt === -1) return [{ style: place === 0 ? ('first' as const) : ('second' as const), points }]
  return [
    { style: 'first' as const, points: points.slice(0, turnsAt + 1) },
    { style: 'second' as const, points: points.slice(joined ? turnsAt : turnsAt + 1) },
  ].filter((part) => part.points.length > 0)
}

function marksOf(
  { points, turn }: Series,
  { reach, joined }: Pen,
  spotOf: (point: Point) => Spot | null,
): Mark[] {
  return points.flatMap(({ at, value }, place) => {
    if (place < points.length - 1 && !(joined && at === turn)) return []
    const spot = spotOf({ at, value })
    if (value === null || spot === null) return []
    const before = points[place - 1]
    const heightBefore = before && spotOf(before)?.y
    // A line that falls to its end would cross a text above the end.
    const below = heightBefore !== undefined && heightBefore < spot.y && spot.y + tooNear < lowestMark
    return { at, value, x: rounded(spot.x + reach), y: rounded(spot.y), below: joined && below, dot: joined }
  })
}

/** Marks that would cover each other on a phone become one, at the first of their places. */
function gathered(events: ChartDrawing['events']): ChartDrawing['events'] {
  const sorted = events.toSorted((one, other) => one.x - other.x)
  let first = sorted[0]
  for (const event of sorted.slice(1)) {
    if (first && event.x - first.x < marksApart) {
      first.marked += 1
      event.marked = 0
    } else first = event
  }
  return sorted
}

/** Of two values at one place the lower is written below. */
function apart<Drawn extends { marks: Mark[] }>(series: Drawn[]): Drawn[] {
  const [one, other] = series.map(({ marks }) => marks.at(-1))
  if (one && other && Math.abs(one.x - other.x) < atEdge && Math.abs(one.y - other.y) < tooNear) {
    one.below = one.y > other.y
    other.below = !one.below
  }
  return series
}

function levelsOf(height: ReturnType<typeof scaleLinear<number>>, about: number) {
  return height
    .ticks(about)
    .filter((level) => level !== 0)
    .map((level) => ({ value: `${level}`, y: rounded(height(level)) }))
}

function anchored(middle: number, reach: number) {
  const [left, right] = [middle - reach, middle + reach]
  if (left < atEdge) return { x: rounded(left), anchor: 'start' } as const
  if (right > 100 - atEdge) return { x: rounded(right), anchor: 'end' } as const
  return { x: rounded(middle), anchor: 'middle' } as const
}

function positionOf(at: At): number {
  return typeof at === 'number' ? at : Date.parse(at)
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100
}
