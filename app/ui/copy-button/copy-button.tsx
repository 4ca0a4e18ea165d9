import { useState, useSyncExternalStore } from 'react'
import { Button } from '../button/button'
import * as styles from './copy-button.css'

interface CopyButtonProps {
  text: string
  label: string
  doneLabel: string
}

/**
 * An enhancement: it appears if scripts run and the clipboard is available. The text next to it can always be selected.
 */
export function CopyButton({ text, label, doneLabel }: CopyButtonProps) {
  // Null until scripts run.
  const works = useSyncExternalStore(
    nothingChanges,
    () => 'clipboard' in navigator,
    () => null,
  )
  const [state, setState] = useState<'ready' | 'done' | 'refused'>('ready')

  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('done'),
      () => setState('refused'),
    )
  }
  return (
    <Button
      size="small"
      icon={state === 'done' ? 'check' : 'copy'}
      onClick={copy}
      className={works === null ? styles.expected : undefined}
      hidden={works === false || state === 'refused'}
    >
      <span aria-live="polite">{state === 'done' ? doneLabel : label}</span>
    </Button>
  )
}

const nothingChanges = () => () => {}
