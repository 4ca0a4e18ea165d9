import { type ReactNode } from 'react'
import { FieldError, Fieldset, type FieldWords, controlProps } from '../field/field'
import { cx } from '../theme/cx'
import * as styles from './choice.css'

export interface Choice {
  value: string
  title: ReactNode
  /** A figure or a word at the end of the first line. */
  side?: ReactNode
  /** The meaning of the choice, in small type below; each of several texts has its own line. */
  text?: ReactNode | readonly string[]
  disabled?: boolean
}

interface ChoiceProps extends FieldWords {
  name: string
  choices: readonly Choice[]
  /** Side by side if there is room; below each other by default. */
  columns?: boolean
  required?: boolean
}

/** One of a few, each shown in full. Nothing is chosen unless the reader or the address did. */
export function RadioCards(props: ChoiceProps & { defaultValue?: string }) {
  const { id, label, aside, hint, error, name, choices, columns, required, defaultValue } = props
  return (
    <Fieldset {...{ id, label, aside, hint, error }}>
      <div className={cx(styles.cards, columns && styles.columns)}>
        {choices.map((choice) => (
          <div key={choice.value}>
            <label className={styles.card}>
              <input
                type="radio"
                name={name}
                value={choice.value}
                className={styles.dot}
                defaultChecked={choice.value === defaultValue}
                disabled={choice.disabled}
                required={required}
              />
              <span className={styles.title}>{choice.title}</span>{' '}
              {choice.side && <span className={styles.side}>{choice.side}</span>}{' '}
              {choice.text && <Text text={choice.text} />}
            </label>
          </div>
        ))}
      </div>
    </Fieldset>
  )
}

interface CheckCardProps extends Pick<FieldWords, 'id' | 'error'>, Pick<Choice, 'value' | 'title'> {
  name: string
  defaultChecked?: boolean
}

/** One statement to agree to. */
export function CheckCard({ id, error, title, ...input }: CheckCardProps) {
  return (
    <div className={styles.check}>
      <label className={styles.card}>
        <input type="checkbox" className={styles.dot} {...input} {...controlProps({ id, error })} />
        <span className={styles.title}>{title}</span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** Spans, because all of it is inside the label. */
function Text({ text }: { text: NonNullable<Choice['text']> }) {
  const lines = Array.isArray(text) ? (text as readonly string[]) : null
  return (
    <span className={styles.text}>
      {lines
        ? lines.map((line) => (
            <span key={line} className={styles.line}>
              {`${line} `}
            </span>
          ))
        : (text as ReactNode)}
    </span>
  )
}
