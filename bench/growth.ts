import { median } from './row'

/**
 * How much a figure grows by one unit of time: the median of the slopes between any two samples (Theil and Sen), so that a
 * few that are far off change little.
 */
export function growthOf(samples: readonly (readonly [time: number, value: number])[]): number {
  const slopes = samples.flatMap(([time, value], place) =>
    samples.slice(place + 1).map(([later, other]) => (other - value) / (later - time)),
  )
  return median(slopes)
}
