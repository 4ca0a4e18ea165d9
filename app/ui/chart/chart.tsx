import { Fragment, type HTMLAttributes, type ReactNode, type SVGProps } from 'react'
import { narrowTable } from '../table/narrow-table.css'
import { cx } from '../theme/cx'
import * as styles from './chart.css'
import {
  type At,
  type ChartDrawing,
  type EventKind,
  type Mark,
  type Point,
  type StrokeStyle,
} from './drawing.server'

export interface ChartProps {
  /** From `drawChart`, which the loader calls. */
  drawing: ChartDrawing
  /** The title of the drawing, with its unit. */
  caption: string
  /** The names of the series, in their order: in the table, and above the drawing if there are two. */
  names: readonly string[]
  /** What `first` and `second` mean, where one series turns from one to the other. */
  legend?: readonly string[]
  /** The label of a place, such as "Day 50". */
  at: (at: At) => ReactNode
  /** The same below the drawing, where there is little room; `at` by default. */
  label?: (at: At) => ReactNode
  /** How a value is written in the drawing. */
  value: (value: string, at: At) => ReactNode
  /** How a level of the scale is written beside the drawing, in short; needed where there are levels. */
  level?: (value: string) => ReactNode
  /** The value in the table, with all of its digits; by default as in the drawing. */
  exact?: (value: string, at: At) => ReactNode
  /** The names of the table and of its first column. */
  table: { label: string; at: string }
  /** What happened at a place that has an event, and the names of the kinds for the legend. */
  events?: { at: (at: At) => ReactNode; names: Record<EventKind | 'several', string> }
  /** The place whose values the legend shows, under a line in the plot; the legend of `LiveChart` always shows some. */
  reading?: { at: At; isPointed: boolean }
  /** Stands in the plot, at the place that is pointed at. */
  tooltip?: ReactNode
  /** For the element of the plot. */
  plot?: HTMLAttributes<HTMLDivElement>
}

const strokeStyles: readonly StrokeStyle[] = ['first', 'second']

/**
 * One or two courses above the waterline, without a script, and the same as a table of figures. Text keeps its size
 * at any width: only the shapes are stretched.
 */
export function Chart(props: ChartProps) {
  const { caption, reading, at, events } = props
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {reading?.isPointed ? (
          <>
            {at(reading.at)} {events?.at(reading.at)}
          </>
        ) : (
          caption
        )}
      </figcaption>
      <Legend {...props} />
      <Drawing {...props} />
      <details>
        <summary className={styles.summary}>{props.table.label}</summary>
        <Figures {...props} />
      </details>
    </figure>
  )
}

function Legend({ drawing, names, legend, value, events, reading }: ChartProps) {
  const shown = legend ?? (names.length > 1 || reading ? names : [])
  const kinds = events ? eventKinds.filter((kind) => drawing.events.some((event) => event.kind === kind)) : []
  if (shown.length + kinds.length === 0) return null
  const readAt = (place: number) =>
    reading && drawing.series[place]?.points.find((point) => point.at === reading.at)?.value
  return (
    <ul role="list" className={styles.legend}>
      {strokeStyles.slice(0, shown.length).map((style, place) => {
        const read = readAt(place)
        return (
          <li key={style} className={styles.entry}>
            <svg className={styles.sample} viewBox="0 0 24 16" aria-hidden="true">
              <path d="M0,4H24V16H0Z" className={styles.area[style]} />
              <path d="M0,4H24" className={styles.line[style]} />
            </svg>
            {shown[place]}
            {reading && read && <b className={styles.read}>{value(read, reading.at)}</b>}
          </li>
        )
      })}
      {kinds.map((kind) => (
        <li key={kind} className={styles.entry}>
          <svg className={styles.eventSample} viewBox="-6 -6 12 12" aria-hidden="true">
            <path d={eventShapes[kind]} className={styles.event} />
          </svg>
          {events?.names[kind]}
        </li>
      ))}
      {drawing.events.some(({ marked }) => marked > 1) && (
        <li className={styles.entry}>
          <svg className={styles.eventSample} viewBox="-10 -10 20 20" aria-hidden="true">
            <circle r="9" className={styles.event} />
          </svg>
          {events?.names.several}
        </li>
      )}
    </ul>
  )
}

function Drawing({
  drawing,
  at,
  label: labelText = at,
  value,
  level: levelText,
  reading,
  tooltip,
  plot,
}: ChartProps) {
  const { series, levels, labels, waterline, events } = drawing
  return (
    <div className={cx(styles.row, levels.length > 0 && styles.withGutter)}>
      <div {...plot} className={styles.plot}>
        <svg className={styles.drawing} aria-hidden="true">
          {levels.map((level) => (
            <Level key={level.value} y={level.y} className={styles.level} />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
            {series.flatMap(({ strokes }) =>
              strokes.map(({ style, area, line }) => (
                <g key={area}>
                  <path d={area} className={styles.area[style]} />
                  <path d={line} className={styles.line[style]} />
                </g>
              )),
            )}
          </svg>
          <Level y={waterline} className={styles.waterline} />
          {reading?.isPointed && <Pointed drawing={drawing} at={reading.at} />}
          {tooltip}
          {events.map(
            ({ at, kind, x, y, marked }) =>
              marked > 0 && (
                <svg key={`${at} ${kind}`} x={`${x}%`} y={`${y}%`} overflow="visible">
                  <EventMark kind={kind} marked={marked} />
                </svg>
              ),
          )}
          {series.flatMap(({ marks }, place) =>
            marks.map((mark) => (
              <Marked key={`${place} ${mark.at}`} mark={mark}>
                {value(mark.value, mark.at)}
              </Marked>
            )),
          )}
        </svg>
        {labels.length > 2 && <Labels labels={labels} label={labelText} />}
      </div>
      {levels.length > 0 && levelText && (
        <svg className={styles.drawing} aria-hidden="true">
          {levels.map((level) => (
            <Written key={level.value} className={styles.label} y={`${level.y}%`} dy="0.35em">
              {levelText(level.value)}
            </Written>
          ))}
        </svg>
      )}
      {labels.length <= 2 && <Ends labels={labels} label={labelText} />}
    </div>
  )
}

interface LabelsProps extends Pick<ChartDrawing, 'labels'> {
  label: (at: At) => ReactNode
}

const eventKinds: readonly EventKind[] = ['in', 'out', 'own']

/** Told apart by their shape, not by a colour alone. */
const eventShapes: Record<EventKind, string> = {
  in: 'M0,-5L5,4H-5Z',
  out: 'M0,5L5,-4H-5Z',
  own: 'M0,-5L5,0L0,5L-5,0Z',
}

/** Several have their number. */
function EventMark({ kind, marked }: { kind: EventKind; marked: number }) {
  if (marked === 1) return <path d={eventShapes[kind]} className={styles.event} />
  return (
    <>
      <circle r="9" className={styles.event} />
      <Written className={styles.several} dy="0.35em" textAnchor="middle">
        {marked}
      </Written>
    </>
  )
}

/** A line through the place that is read, and a dot on each course. */
function Pointed({ drawing: { places, series }, at }: { drawing: ChartDrawing; at: At }) {
  const x = `${places.find((place) => place.at === at)?.x ?? 0}%`
  return (
    <>
      <line className={styles.pointer} x1={x} x2={x} y1="8%" y2="98%" />
      {series.map(({ points }, place) => {
        const y = points.find((point) => point.at === at)?.y
        return (
          typeof y === 'number' && <circle key={place} cx={x} cy={`${y}%`} r="4" className={styles.dot} />
        )
      })}
    </>
  )
}

function Level({ y, className }: { y: number; className: string }) {
  return <line className={className} x2="100%" y1={`${y}%`} y2={`${y}%`} />
}

/** Below the plot, where nothing is drawn, each at its place. */
function Labels({ labels, label }: LabelsProps) {
  return (
    <svg className={styles.labels} aria-hidden="true">
      {labels.map(({ at, x, anchor }) => (
        <Written key={at} className={styles.label} x={`${x}%`} y="1em" textAnchor={anchor}>
          {label(at)}
        </Written>
      ))}
    </svg>
  )
}

/** Two of them are text, which large letters may wrap. */
function Ends({ labels, label }: LabelsProps) {
  return (
    <div className={styles.ends} aria-hidden="true">
      {labels.map(({ at }) => (
        <Fragment key={at}>
          <span>{label(at)}</span>{' '}
        </Fragment>
      ))}
    </div>
  )
}

/** It is written before its point, so that the last one ends with the drawing. */
function Marked({ mark: { x, y, below, dot }, children }: { mark: Mark; children: ReactNode }) {
  const at = { x: `${x}%`, y: `${y}%` }
  return (
    <>
      {dot && <circle cx={at.x} cy={at.y} r="4" className={styles.dot} />}
      <Written
        {...at}
        className={styles.mark}
        dy={below ? '1.4em' : '-0.7em'}
        textAnchor={x < 25 ? 'start' : 'end'}
      >
        {children}
      </Written>
    </>
  )
}

/** With a space after it, for a text browser writes all of a drawing in one line. */
function Written(props: SVGProps<SVGTextElement>) {
  return (
    <>
      <text {...props} />{' '}
    </>
  )
}

/** A row for each place; the values of two series are side by side. */
function Figures({ drawing, caption, names, at, value, exact = value, table, events }: ChartProps) {
  const columns = drawing.series.map(({ points }) => new Map(points.map((point) => [point.at, point])))
  const shown = (point: Point | undefined) => point && point.value !== null && exact(point.value, point.at)
  const happened = new Set(events && drawing.events.map((event) => event.at))
  return (
    <div className={styles.figures} role="group" aria-label={caption} tabIndex={0}>
      <table className={narrowTable} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{table.at}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawing.places.map(({ at: place }) => (
            <tr key={place}>
              <th scope="row">
                {at(place)}
                {happened.has(place) && <p className={styles.caption}>{events?.at(place)}</p>}
              </th>
              {columns.map((points, column) => (
                <td key={column}>{shown(points.get(place))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
