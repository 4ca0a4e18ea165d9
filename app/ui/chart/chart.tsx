import { type ReactNode, type SVGProps } from 'react'
import { narrowTable } from '../table/narrow-table.css'
import * as styles from './chart.css'
import { type At, type ChartDrawing, type StrokeStyle, type Mark, type Point } from './drawing.server'

interface ChartProps {
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
  /** How a value is written in the drawing, in short; a level of the scale has no place. */
  value: (value: string, at: At | null) => ReactNode
  /** The value in the table, with all of its digits; by default as in the drawing. */
  exact?: (value: string, at: At) => ReactNode
  /** The names of the table and of its first column. */
  table: { label: string; at: string }
}

const strokeStyles: readonly StrokeStyle[] = ['first', 'second']

/**
 * One or two courses above the waterline, without a script, and the same as a table of figures. Text keeps its size
 * at any width: only the shapes are stretched.
 */
export function Chart(props: ChartProps) {
  const { caption, names, legend = names.length > 1 ? names : [] } = props
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{caption}</figcaption>
      {legend.length > 0 && (
        <ul role="list" className={styles.legend}>
          {strokeStyles.slice(0, legend.length).map((style, place) => (
            <li key={style} className={styles.entry}>
              <svg className={styles.sample} viewBox="0 0 24 16" aria-hidden="true">
                <path d="M0,4H24V16H0Z" className={styles.area[style]} />
                <path d="M0,4H24" className={styles.line[style]} />
              </svg>
              {legend[place]}
            </li>
          ))}
        </ul>
      )}
      <Drawing {...props} />
      <details>
        <summary className={styles.summary}>{props.table.label}</summary>
        <Figures {...props} />
      </details>
    </figure>
  )
}

function Drawing({ drawing: { series, levels, labels, waterline }, at, value }: ChartProps) {
  return (
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
      {levels.map((level) => (
        <Written key={level.value} className={styles.label} y={`${level.y}%`} dy="-0.35em">
          {value(level.value, null)}
        </Written>
      ))}
      {series.flatMap(({ marks }, place) =>
        marks.map((mark) => (
          <Marked key={`${place} ${mark.at}`} mark={mark}>
            {value(mark.value, mark.at)}
          </Marked>
        )),
      )}
      {labels.map((label) => (
        <Written key={label.at} className={styles.label} x={`${label.x}%`} y="97%" textAnchor={label.anchor}>
          {at(label.at)}
        </Written>
      ))}
    </svg>
  )
}

function Level({ y, className }: { y: number; className: string }) {
  return <line className={className} x2="100%" y1={`${y}%`} y2={`${y}%`} />
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
function Figures({ drawing: { series }, caption, names, at, value, exact = value, table }: ChartProps) {
  const places = [...new Set(series.flatMap(({ points }) => points.map((point) => point.at)))]
  const columns = series.map(({ points }) => new Map(points.map((point) => [point.at, point])))
  const shown = (point: Point | undefined) => point && exact(point.value, point.at)
  return (
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
        {places.map((place) => (
          <tr key={place}>
            <th scope="row">{at(place)}</th>
            {columns.map((points, column) => (
              <td key={column}>{shown(points.get(place))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
