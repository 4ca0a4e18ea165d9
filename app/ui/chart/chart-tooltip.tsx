import { Tooltip as Parts } from 'radix-ui'
import * as styles from './chart-tooltip.css'

export interface ChartTooltipProps {
  /** Of the way across the plot, in percent. */
  x: number
  title: string
  values: readonly { name: string; value: string }[]
  /** What happened there. */
  note?: string
}

/**
 * The values of a place of a chart, beside it. It stands in the SVG of the plot while that is pointed at, and is loaded
 * for the first time then. Assistive technology reads the same from the plot, which is a slider.
 */
export function ChartTooltip({ x, title, values, note }: ChartTooltipProps) {
  return (
    <Parts.Provider>
      <Parts.Root open>
        <Parts.Trigger asChild>
          <circle cx={`${x}%`} cy="8%" r="1" fill="none" />
        </Parts.Trigger>
        <Parts.Portal>
          <Parts.Content
            className={styles.tooltip}
            side="top"
            sideOffset={4}
            collisionPadding={8}
            updatePositionStrategy="always"
            aria-hidden="true"
          >
            <b>{title}</b>
            {values.map(({ name, value }) => (
              <span key={name} className={styles.value}>
                <span className={styles.name}>{name}</span> {value}
              </span>
            ))}
            {note && <span className={styles.name}>{note}</span>}
          </Parts.Content>
        </Parts.Portal>
      </Parts.Root>
    </Parts.Provider>
  )
}
