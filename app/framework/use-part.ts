import { type ComponentType, useCallback, useState } from 'react'

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
