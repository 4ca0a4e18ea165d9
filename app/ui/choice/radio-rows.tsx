import { type ReactNode } from 'react'
import { Fieldset, type FieldWords } from '../field/field'
import { cx } from '../theme/cx'
import * as styles from './radio-rows.css'

export interface RowChoice {
  value: string
  title: ReactNode
  /** The figure that the rows are compared by, at the end of the first line. */
  side?: ReactNode
  /** In small type below the title. */
  note?: ReactNode
  /** A further figure, in small type: below the title, or between title and figure where there is room. */
  aside?: ReactNode
  /** Unfolds below the chosen row; below each where a browser can't tell which one is chosen. */
  detail?: ReactNode
  /** Why it can't be chosen now; the row is then soft. */
  reason?: ReactNode
  disabled?: boolean
}

interface RadioRowsProps extends FieldWords {
  name: string
  choices: readonly RowChoice[]
  required?: boolean
  defaultValue?: string
}

/**
 * One of a few, a line or two each in one list, so that they are compared at a glance and what follows stays near. As in
 * `RadioCards`, a title is the name of a choice and the rest describes it.
 */
export function RadioRows(props: RadioRowsProps) {
  const { id, label, aside, hint, error, name, choices, required, defaultValue } = props
  return (
    <Fieldset {...{ id, label, aside, hint, error }}>
      <div className={styles.rows}>
        {choices.map((choice, place) => {
          const own = `${id}-${place}`
          const { value, title, side, note, reason, detail, disabled } = choice
          const isMore = [note, choice.aside, reason, detail].some(Boolean)
          return (
            <label key={value} className={cx(styles.row, Boolean(reason) && styles.unavailable)}>
              <input
                type="radio"
                name={name}
                value={value}
                className={styles.dot}
                defaultChecked={value === defaultValue}
                disabled={disabled}
                required={required}
                aria-labelledby={own}
                aria-describedby={cx(Boolean(side) && `${own}-side`, isMore && `${own}-text`) || undefined}
              />
              <span className={styles.body}>
                <span className={styles.title} id={own} aria-hidden>
                  {title}
                </span>{' '}
                {side && (
                  <span className={styles.side} id={`${own}-side`}>
                    {side}
                  </span>
                )}{' '}
                {isMore && (
                  <span className={styles.text} id={`${own}-text`}>
                    {note && <span className={styles.note}>{note} </span>}
                    {choice.aside && <span className={styles.aside}>{choice.aside} </span>}
                    {reason && <span className={styles.reason}>{reason} </span>}
                    {detail && <span className={styles.detail}>{detail}</span>}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
    </Fieldset>
  )
}
