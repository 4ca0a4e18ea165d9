import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react'
import { Field, type FieldWords } from '../field/field'
import * as box from '../field/field.css'
import { cx } from '../theme/cx'
import * as styles from './text-input.css'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'aria-describedby' | 'aria-invalid'>

const asTyped = { autoCapitalize: 'none', spellCheck: false }

/** Any one-line text. `autoComplete` is required, so that it is not forgotten: `off` is an answer too. */
export type TextInputProps = FieldWords &
  Native & {
    name: string
    autoComplete: string
    /**
     * `code`: a short code from a message; `short`: a count; `address`: a wallet's address. A phone neither corrects nor
     * capitalises a code or an address.
     */
    variant?: 'code' | 'short' | 'address'
  }

export function TextInput({
  id,
  label,
  aside,
  hint,
  error,
  describedBy,
  variant,
  type = 'text',
  ...native
}: TextInputProps) {
  return (
    <Field {...{ id, label, aside, hint, error, describedBy }}>
      {(control) => (
        <input
          {...(variant && variant !== 'short' && asTyped)}
          {...native}
          {...control}
          type={type}
          className={cx(box.control, variant && styles[variant])}
        />
      )}
    </Field>
  )
}

export type PasswordInputProps = Omit<
  TextInputProps,
  'type' | 'variant' | 'autoComplete' | 'defaultValue'
> & {
  autoComplete: 'current-password' | 'new-password'
}

/** Pasting and password managers work, and the typed password is never sent back to the page. */
export function PasswordInput(props: PasswordInputProps) {
  return <TextInput {...asTyped} {...props} type="password" />
}

export type AmountInputProps = Omit<TextInputProps, 'type' | 'variant' | 'inputMode' | 'autoComplete'> & {
  /** Shown at the end of the box; decoration, so the label or the hint names it too. */
  currency?: ReactNode
  /** The figure that the page is about; its hint, the bounds, stands below it. */
  large?: boolean
}

/** A text box for a decimal: `type=number` would drop input that it can't parse, and round the rest. */
export function AmountInput(props: AmountInputProps) {
  const { id, label, aside, hint, error, describedBy, currency, large, ...native } = props
  return (
    <Field {...{ id, label, aside, hint, error, describedBy }} hintBelow={large}>
      {(control) => (
        <span className={styles.amount}>
          <input
            {...native}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            className={cx(
              box.control,
              styles.figures,
              large && styles.large,
              large && !currency && styles.bare,
            )}
          />
          {currency && (
            <span className={cx(styles.currency, large && styles.largeCurrency)} aria-hidden="true">
              {currency}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

export type TextAreaProps = FieldWords &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'aria-describedby' | 'aria-invalid'> & {
    name: string
  }

export function TextArea({ id, label, aside, hint, error, describedBy, ...native }: TextAreaProps) {
  return (
    <Field {...{ id, label, aside, hint, error, describedBy }}>
      {(control) => <textarea {...native} {...control} className={cx(box.control, styles.area)} />}
    </Field>
  )
}
