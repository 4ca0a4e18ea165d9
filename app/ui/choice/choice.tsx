import { type InputHTMLAttributes, type ReactNode } from 'react'
import { FieldError, Fieldset, type FieldWords, controlProps } from '../field/field'
import { cx } from '../theme/cx'
import * as styles from './choice.css'

export interface Choice {
  value: string
  title: ReactNode
  /** A figure or a word at the end of the first line. */
  side?: ReactNode
  /** What choosing it means, in small type below; several texts stand on a line each. */
  text?: ReactNode | readonly string[]
  disabled?: boolean
}

interface ChoiceProps extends FieldWords {
  name: string
  choices: readonly Choice[]
  /** Beside each other where there is room; below each other unless told. */
  columns?: boolean
  required?: boolean
}

/** One of a few, each shown in full. Nothing is chosen unless the reader or the address did. */
export function RadioCards({ defaultValue, ...props }: ChoiceProps & { defaultValue?: string }) {
  return <Cards {...props} type="radio" chosen={(value) => value === defaultValue} />
}

/** Any number of a few. */
export function CheckList({ defaultValue, ...props }: ChoiceProps & { defaultValue?: readonly string[] }) {
  return <Cards {...props} type="checkbox" chosen={(value) => defaultValue?.includes(value) ?? false} />
}

interface CardsProps extends ChoiceProps {
  type: 'radio' | 'checkbox'
  chosen: (value: string) => boolean
}

function Cards({
  id,
  label,
  aside,
  hint,
  error,
  name,
  choices,
  columns,
  required,
  type,
  chosen,
}: CardsProps) {
  return (
    <Fieldset {...{ id, label, aside, hint, error }}>
      <div className={cx(styles.cards, columns && styles.columns)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.card}>
            <input
              type={type}
              name={name}
              value={choice.value}
              className={styles.dot}
              defaultChecked={chosen(choice.value)}
              disabled={choice.disabled}
              required={type === 'radio' ? required : undefined}
            />
            <span className={styles.title}>{choice.title}</span>
            {choice.side && <span className={styles.side}>{choice.side}</span>}
            {choice.text && <Text text={choice.text} />}
          </label>
        ))}
      </div>
    </Fieldset>
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
              {line}
            </span>
          ))
        : (text as ReactNode)}
    </span>
  )
}

export type CheckboxProps = FieldWords &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type' | 'aria-describedby' | 'aria-invalid'> & {
    name: string
  }

/** One yes. Never ticked in advance. */
export function Checkbox({ id, label, hint, error, ...native }: Omit<CheckboxProps, 'aside'>) {
  return (
    <div className={styles.check}>
      <input {...native} {...controlProps({ id, error })} type="checkbox" className={styles.box} />
      <label htmlFor={id} className={styles.checkLabel}>
        {label}
        {hint && <span className={styles.text}> {hint}</span>}
      </label>
      {error && (
        <div className={styles.below}>
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
