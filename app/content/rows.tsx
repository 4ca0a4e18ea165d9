import { useField } from '@conform-to/react'
import { type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { Cluster, Stack, VisuallyHidden } from '~/ui/layout/layout'
import * as styles from './rows.css'

/** The name under which a button beside rows sends what it is for. */
export const rowsField = 'rows'

export interface RowsCommand {
  /** The name of the list among the form's fields. */
  list: string
  verb: 'add' | 'remove' | 'up' | 'down'
  /** The place of the row, from 0. */
  at: number
}

interface RowsProps {
  /** The name of the list: its rows are `name[0]`, `name[1]`, … */
  name: string
  /** What one row is, as its heading and for those who listen: "Question 3". */
  label: (number: number) => string
  addLabel: string
  empty?: ReactNode
  children: (row: string, at: number) => ReactNode
}

/** Rows of fields that are added, removed and moved by the form's own buttons (`withRowsChanged` answers them). */
export function Rows({ name, label, addLabel, empty, children }: RowsProps) {
  const [field] = useField<unknown[]>(name)
  const rows = field.getFieldList()
  return (
    <Stack gap={4}>
      {rows.length === 0 && empty}
      {rows.map((_, at) => (
        <fieldset key={at} className={styles.row} id={rowId(name, at)}>
          <legend className={styles.legend}>{label(at + 1)}</legend>
          <Stack gap={4}>
            {children(`${name}[${at}]`, at)}
            <Cluster gap={2}>
              <RowButton command={{ list: name, verb: 'up', at }} row={label(at + 1)} disabled={at === 0} />
              <RowButton
                command={{ list: name, verb: 'down', at }}
                row={label(at + 1)}
                disabled={at === rows.length - 1}
              />
              <RowButton command={{ list: name, verb: 'remove', at }} row={label(at + 1)} />
            </Cluster>
          </Stack>
        </fieldset>
      ))}
      <div>
        <Button
          type="submit"
          name={rowsField}
          value={valueOf({ list: name, verb: 'add', at: 0 })}
          formAction={`#${rowId(name, rows.length)}`}
        >
          {addLabel}
        </Button>
      </div>
    </Stack>
  )
}

function RowButton({ command, row, disabled }: { command: RowsCommand; row: string; disabled?: boolean }) {
  const { t } = useI18n()
  const { list, verb, at } = command
  const goesTo = { add: at, remove: Math.max(0, at - 1), up: at - 1, down: at + 1 }[verb]
  return (
    <Button
      type="submit"
      variant="quiet"
      size="small"
      name={rowsField}
      value={valueOf(command)}
      formAction={`#${rowId(list, goesTo)}`}
      disabled={disabled}
    >
      {t(`content:rows.${verb as Exclude<RowsCommand['verb'], 'add'>}`)}{' '}
      <VisuallyHidden>{row}</VisuallyHidden>
    </Button>
  )
}

/**
 * The button that Enter in a field presses: browsers take the first one of a form, which would otherwise be one beside
 * a row.
 */
export function DefaultButton({ children }: { children: ReactNode }) {
  return (
    <button type="submit" className={styles.defaultButton} tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  )
}

const valueOf = ({ list, verb, at }: RowsCommand) => `${list}.${verb}.${at}`
const rowId = (list: string, at: number) => `row-${list}-${at}`
