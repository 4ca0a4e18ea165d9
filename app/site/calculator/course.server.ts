import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { type Terms } from './accrual'

/**
 * The course of a deposit as a drawing: days to the right, what has accrued above the waterline. Within a term each
 * day adds the same, so the straight lines between its ends pass through every day's figure; the amount changes none
 * of it, only what is written beside. Lengths are units of the drawing's own box.
 */
export interface CourseDrawing {
  width: number
  height: number
  /** The height at which the waterline lies. */
  waterline: number
  line: string
  /** What lies between the line and the waterline, a shape a term. */
  terms: string[]
  /** The ends of the terms. */
  ends: { day: number; x: number; y: number }[]
}

const box = { width: 340, height: 172, top: 28, bottom: 146 }

export function drawCourse({ percent, days, multiplier, restDays }: Terms): CourseDrawing {
  const afterFirst = { day: days, accrued: Number(percent) * days }
  const afterBoth = {
    day: days + restDays,
    accrued: afterFirst.accrued + Number(percent) * Number(multiplier) * restDays,
  }
  const ends = restDays > 0 ? [afterFirst, afterBoth] : [afterFirst]
  const last = ends[ends.length - 1] ?? afterFirst
  // A plan that pays nothing lies on the waterline.
  const x = scaleLinear([0, last.day], [0, box.width])
  const y = scaleLinear([0, last.accrued || 1], [box.bottom, box.top])
  const points = [{ day: 0, accrued: 0 }, ...ends].map((point) => [x(point.day), y(point.accrued)] as const)
  const write = { line: line().digits(1), area: area().y0(box.bottom).digits(1) }
  const round = (length: number) => Math.round(length * 10) / 10
  return {
    width: box.width,
    height: box.height,
    waterline: box.bottom,
    line: write.line(points.map(([a, b]) => [a, b])) ?? '',
    terms: ends.map((_, place) => write.area(points.slice(place, place + 2).map(([a, b]) => [a, b])) ?? ''),
    ends: ends.map(({ day, accrued }) => ({ day, x: round(x(day)), y: round(y(accrued)) })),
  }
}
