import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { Chart, type ChartProps } from './chart'
import { type ChartTooltipProps } from './chart-tooltip'
import { type At } from './drawing.server'

interface LiveChartProps extends Omit<
  ChartProps,
  'reading' | 'plot' | 'tooltip' | 'at' | 'value' | 'events'
> {
  at: (at: At) => string
  value: (value: string, at: At) => string
  events?: { at: (at: At) => string; names: NonNullable<ChartProps['events']>['names'] }
}

const loadTooltip = () => import('./chart-tooltip').then(({ ChartTooltip }) => ChartTooltip)

const neverChanges = () => () => {}

/**
 * A chart whose values are read by pointing at it, by touch, and by the arrow keys; without a script it shows the last
 * values, and the others are in its table.
 */
export function LiveChart(props: LiveChartProps) {
  const { drawing, names, at, value, events } = props
  const { places, series } = drawing
  const last = places.length - 1
  const [pointed, setPointed] = useState<number | null>(null)
  const [Tooltip, setTooltip] = useState<ComponentType<ChartTooltipProps> | null>(null)
  // Only where scripts run it is a control.
  const isLive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

  const isPointed = pointed !== null
  // What the pointer alone has brought goes by Escape too, wherever the focus is (WCAG 1.4.13).
  useEffect(() => {
    if (!isPointed) return
    const onEscape = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setPointed(null)
    }
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  }, [isPointed])

  const read = Math.min(pointed ?? last, last)
  const place = places[read]
  if (!place) return <Chart {...props} />

  const point = (next: number | null) => {
    setPointed(next)
    // Until it is there, and where it can't be loaded, the caption and the legend say the same.
    if (next !== null && !Tooltip)
      loadTooltip().then(
        (component) => setTooltip(() => component),
        () => {},
      )
  }
  const onPointer = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = ((clientX - left) / width) * 100
    const distances = places.map((one) => Math.abs(one.x - x))
    point(distances.indexOf(Math.min(...distances)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: Math.max(0, read - 1),
      ArrowDown: Math.max(0, read - 1),
      ArrowRight: Math.min(last, read + 1),
      ArrowUp: Math.min(last, read + 1),
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    point(next)
  }
  const valueAt = (points: (typeof series)[number]['points']) =>
    points.find((one) => one.at === place.at)?.value
  const values = series.map(({ points }, order) => {
    const found = valueAt(points)
    return { name: names[order] ?? '', value: found ? value(found, place.at) : '—' }
  })
  const event = events?.at(place.at)
  const readOut = [at(place.at), ...values.map((one) => `${one.name}: ${one.value}`), event]
  return (
    <Chart
      {...props}
      reading={{ at: place.at, isPointed }}
      tooltip={
        Tooltip && isPointed ? (
          <Tooltip x={place.x} title={at(place.at)} values={values} note={event} />
        ) : undefined
      }
      plot={
        isLive
          ? {
              role: 'slider',
              tabIndex: 0,
              'aria-label': props.caption,
              'aria-valuemin': 0,
              'aria-valuemax': last,
              'aria-valuenow': read,
              'aria-valuetext': readOut.filter(Boolean).join(', '),
              onPointerMove: onPointer,
              onPointerDown: onPointer,
              onPointerLeave: () => point(null),
              onBlur: () => point(null),
              onKeyDown,
            }
          : undefined
      }
    />
  )
}
