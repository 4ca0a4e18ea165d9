import { type InputHTMLAttributes, useRef, useSyncExternalStore } from 'react'
import { Field, type FieldWords } from '../field/field'
import * as box from '../field/field.css'
import { Icon } from '../icon/icon'
import { cx } from '../theme/cx'
import * as styles from './file-input.css'

export type FileInputProps = FieldWords &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'required' | 'onChange'> & {
    name: string
    /** On the button, and beside it while nothing is chosen. */
    words: { choose: string; none: string }
  }

/**
 * The browser's own control. Where scripts run, a button in the page's language and the name of the chosen file are drawn
 * over its words; it is still what is pressed, focused and dropped on, and what tells a screen reader of the file.
 */
export function FileInput({ id, label, aside, hint, error, words, ...input }: FileInputProps) {
  const control = useRef<HTMLInputElement>(null)
  const chosen = useSyncExternalStore(
    (changed) => followFiles(control.current, changed),
    () => control.current?.files?.[0]?.name ?? '',
    () => null,
  )
  return (
    <Field {...{ id, label, aside, hint, error }}>
      {(bound) => (
        <span className={styles.place}>
          <input
            {...input}
            {...bound}
            ref={control}
            type="file"
            className={cx(box.control, styles.native, chosen !== null && styles.covered)}
          />
          {chosen !== null && (
            <span className={styles.shown} aria-hidden="true">
              <span className={styles.button}>
                <Icon name="document" size={16} />
                {words.choose}
              </span>
              <span className={chosen ? styles.name : styles.none}>{chosen || words.none}</span>
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

/** A form that is reset, or filled in again by the browser, says nothing to its fields. */
function followFiles(input: HTMLInputElement | null, changed: () => void) {
  const later = () => void setTimeout(changed)
  input?.addEventListener('change', changed)
  input?.form?.addEventListener('reset', later)
  window.addEventListener('pageshow', changed)
  return () => {
    input?.removeEventListener('change', changed)
    input?.form?.removeEventListener('reset', later)
    window.removeEventListener('pageshow', changed)
  }
}
