import { Id } from '~/contract/values'

/** What a form about several cases has posted: the cases that it showed, chose and confirmed. */

/** No more are decided at once: each is to be seen on the check page. */
export const maxCases = 50

/** Ids of a field; no id has a slash. */
export function idsIn(form: FormData | null, name: string): string[] {
  const text = form?.get(name)
  return typeof text === 'string' ? text.split('/').filter(isId) : []
}

const isId = (text: string) => Id.safeParse(text).success

/** The chosen cases: those of the check page, or the ticked ones. */
export function chosenIn(form: FormData | null): string[] {
  const carried = idsIn(form, 'chosen')
  if (carried.length > 0) return [...new Set(carried)]
  if (form?.has('all')) return [...new Set(idsIn(form, 'shown'))]
  const ticked = [...(form ?? [])].flatMap(([name, value]) =>
    /^cases\[\d{1,2}\]$/.test(name) && typeof value === 'string' && isId(value) ? [value] : [],
  )
  return [...new Set(ticked)]
}

/** The cases that a check page has shown to be decided, each with the digest of what was shown; null before it. */
export function confirmedIn(form: FormData | null): ReadonlyMap<string, string> | null {
  const figures = form?.get('figures')
  if (typeof figures !== 'string') return null
  const words = figures.split('/')
  const pairs = words.flatMap((id, place): [string, string][] =>
    place % 2 === 0 && isId(id) ? [[id, words[place + 1] ?? '']] : [],
  )
  return new Map(pairs.slice(0, maxCases))
}
