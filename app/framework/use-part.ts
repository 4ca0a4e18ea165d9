import {
  type ComponentType,
  type MouseEvent,
  type MutableRefObject,
  useCallback,
  useRef,
  useState,
} from 'react'

/**
 * A part of a page that comes when it is first needed, such as a dialog.
 * @param load brings its component; the same function on each render
 * @returns the component, null until it is there; and a function that asks for it, which rejects if it can't be loaded
 */
export function usePart<Props>(
  load: () => Promise<ComponentType<Props>>,
): [Part: ComponentType<Props> | null, bring: () => Promise<void>] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const bring = useCallback(() => load().then((component) => setPart(() => component)), [load])
  return [Part, bring]
}

interface OpenedPart<Props, Pressed> {
  /** Null while it is closed. */
  Part: ComponentType<Props> | null
  /** What it was opened by. */
  pressed: MutableRefObject<Pressed | null>
  close: () => void
  /** For what is pressed. */
  onClick: (event: MouseEvent<Pressed>) => void
}

/**
 * A part that opens over the page by a press of something that works without it, such as a link to a page of its own. A
 * second press closes it.
 * @param load brings its component; the same function on each render
 * @param otherwise does what the press does without the part, if that can't be loaded
 */
export function useOpenedPart<Props, Pressed extends HTMLElement>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: (pressed: Pressed) => void,
): OpenedPart<Props, Pressed> {
  const [Part, bring] = usePart(load)
  const pressed = useRef<Pressed | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const onClick = (event: MouseEvent<Pressed>) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (isOpen) return close()
    const element = (pressed.current = event.currentTarget)
    bring().then(
      () => setOpen(true),
      () => otherwise(element),
    )
  }
  return { Part: isOpen ? Part : null, pressed, close, onClick }
}

/** Whether a press opens a link in another tab or window, which is the browser's own. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey

/** Follows a link as a document. */
export const followAsDocument = (link: HTMLAnchorElement): void => location.assign(link.href)

/** A part that opens over the page in place of a `<details>`, by a press of its `<summary>`. */
export function useOpenedFold<Props>(
  load: () => Promise<ComponentType<Props>>,
): OpenedPart<Props, HTMLElement> {
  const opened = useOpenedPart<Props, HTMLElement>(load, (summary) => {
    const fold = summary.parentElement
    if (fold instanceof HTMLDetailsElement) fold.open = true
  })
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const fold = event.currentTarget.parentElement
    // It was opened before the scripts had come, or without the part: it closes by itself.
    if (!(fold instanceof HTMLDetailsElement && fold.open)) opened.onClick(event)
  }
  return { ...opened, onClick }
}
