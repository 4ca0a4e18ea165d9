import { useState, useSyncExternalStore } from 'react'
import { Button } from '../button/button'

interface CopyButtonProps {
  text: string
  label: string
  doneLabel: string
}

/**
 * An enhancement: it appears if scripts run and the clipboard is available. The text next to it can always be selected.
 */
export function CopyButton({ text, label, doneLabel }: CopyButtonProps) {
  const works = useSyncExternalStore(
    nothingChanges,
    () => 'clipboard' in navigator,
    () => false,
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
      hidden={!works || state === 'refused'}
    >
      <span aria-live="polite">{state === 'done' ? doneLabel : label}</span>
    </Button>
  )
}

const nothingChanges = () => () => {}
