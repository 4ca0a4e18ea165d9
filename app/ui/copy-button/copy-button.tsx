import { useState, useSyncExternalStore } from 'react'
import { Button } from '../button/button'

interface CopyButtonProps {
  text: string
  label: string
  doneLabel: string
}

/** Only improves: it appears where scripts run and the clipboard answers; the text beside it can always be selected. */
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
