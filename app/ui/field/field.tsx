import { type ReactNode } from 'react'
import { Icon } from '../icon/icon'
import * as styles from './field.css'

/** The texts of every field. The label is not optional: every field has an accessible name. */
export interface FieldWords {
  id: string
  label: ReactNode
  /** Next to the label, in a soft tone: "optional". */
  aside?: ReactNode
  /** What to type, the price, or the bounds. */
  hint?: ReactNode
  /** What to do about it; its presence makes the field invalid. */
  error?: ReactNode
  /** The id of an element elsewhere that describes the control too. */
  describedBy?: string
}

/** The attributes that link the control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps extends FieldWords {
  /** The hint follows what it is about: the bounds of an amount. */
  hintBelow?: boolean
  children: (control: ControlProps) => ReactNode
}

/** The one owner of label, hint, error and `aria-describedby`; private to the kit's own inputs. */
export function Field({ id, label, aside, hint, hintBelow, error, describedBy, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {aside && <span className={styles.aside}> {aside}</span>}
      </label>
      {hint && !hintBelow && <Hint id={id}>{hint}</Hint>}
      {children(controlProps({ id, hint, error, describedBy }))}
      {hint && hintBelow && <Hint id={id}>{hint}</Hint>}
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}

/** The same for a group of controls under one question. */
export function Fieldset({ id, label, aside, hint, error, children }: FieldWords & { children: ReactNode }) {
  const { 'aria-describedby': describedBy } = controlProps({ id, hint, error })
  return (
    <fieldset
      className={styles.field}
      id={id}
      aria-describedby={describedBy}
      tabIndex={error ? -1 : undefined}
    >
      <legend className={styles.label}>
        {label}
        {aside && <span className={styles.aside}> {aside}</span>}
      </legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

export function controlProps({
  id,
  hint,
  error,
  describedBy,
}: Pick<FieldWords, 'id' | 'hint' | 'error' | 'describedBy'>): ControlProps {
  const describing = [hint && `${id}-hint`, error && `${id}-error`, describedBy].filter(Boolean).join(' ')
  return {
    id,
    'aria-describedby': describing || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.hint} id={`${id}-hint`}>
      {children}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.error} id={`${id}-error`}>
      <Icon name="warning" size={16} className={styles.errorIcon} />
      <span>{children}</span>
    </div>
  )
}
