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

/**
 * One of a few, each shown in full. Nothing is chosen unless the reader or the address did. Its title is the name of a
 * choice and the rest describes it, so that a screen reader going from one to the next need not read all terms. The title stands in the tree once, as the name.
 */
export function RadioCards(props: ChoiceProps & { defaultValue?: string }) {
  const { id, label, aside, hint, error, name, choices, columns, required, defaultValue } = props
  return (
    <Fieldset {...{ id, label, aside, hint, error }}>
      <div className={cx(styles.cards, columns && styles.columns)}>
        {choices.map((choice, place) => (
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
                aria-labelledby={`${id}-${place}`}
                aria-describedby={describing(`${id}-${place}`, choice)}
              />
              <span className={styles.title} id={`${id}-${place}`} aria-hidden>
                {choice.title}
              </span>{' '}
              {choice.side && (
                <span className={styles.side} id={`${id}-${place}-side`}>
                  {choice.side}
                </span>
              )}{' '}
              {choice.text && <Text id={`${id}-${place}-text`} text={choice.text} />}
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

/** The ids of what stands beside and below the title of a choice. */
const describing = (id: string, { side, text }: Choice): string | undefined =>
  [side && `${id}-side`, text && `${id}-text`].filter(Boolean).join(' ') || undefined

/** Spans, because all of it is inside the label. */
function Text({ id, text }: { id: string; text: NonNullable<Choice['text']> }) {
  const lines = Array.isArray(text) ? (text as readonly string[]) : null
  return (
    <span className={styles.text} id={id}>
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
