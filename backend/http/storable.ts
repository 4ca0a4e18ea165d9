import { type Refusal } from '../domain/refusal'
import { validationOf } from './field-refusals'

/**
 * Texts that the database can't keep: it has no NUL, and in JSON no half of a surrogate pair. They are refused here for
 * every call alike, so that no field of any schema has to think of it. What a path can be is said by its schemas.
 */
const unstorable = /\0|\p{Surrogate}/u

/** The refusal of the fields that hold such a text, at whatever depth; null when there are none. */
export function refusalOfUnstorable(value: unknown): Refusal | null {
  const wrong: string[] = []
  // Not by recursion: how deep a body goes is the sender's choice.
  const open: [path: string, value: unknown][] = [['', value]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, part] = next
    if (typeof part === 'string' && unstorable.test(part)) wrong.push(path)
    if (typeof part !== 'object' || part === null) continue
    for (const [name, inner] of Object.entries(part)) {
      if (unstorable.test(name)) wrong.push(path)
      else open.push([`${path}/${name}`, inner])
    }
  }
  return wrong.length === 0 ? null : validationOf(wrong.map((instancePath) => ({ instancePath })))
}
