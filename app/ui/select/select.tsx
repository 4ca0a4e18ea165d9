import { type SelectHTMLAttributes } from 'react'
import { Field, type FieldWords } from '../field/field'
import * as box from '../field/field.css'
import { Icon } from '../icon/icon'
import { cx } from '../theme/cx'
import * as styles from './select.css'

export interface Option {
  value: string
  label: string
}

export type SelectProps = FieldWords &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'children' | 'aria-describedby' | 'aria-invalid'> & {
    name: string
    options: readonly Option[]
    /** As tall as a large amount beside it. */
    tall?: boolean
  }

/** The browser's own list: it works by keyboard, by voice, on a phone and without scripts. */
export function Select({ id, label, aside, hint, error, options, tall, ...native }: SelectProps) {
  return (
    <Field {...{ id, label, aside, hint, error }}>
      {(control) => (
        <span className={styles.wrapper}>
          <select {...native} {...control} className={cx(box.control, styles.native, tall && styles.tall)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" className={styles.chevron} />
        </span>
      )}
    </Field>
  )
}
