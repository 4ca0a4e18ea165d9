import { Refusal } from '../domain/refusal'
import { validationOf } from '../domain/field-refusals'

/**
 * Limits of every request: the length of its query, the depth and the width of its body. They are checked before any
 * schema, so that the work for a refusal does not grow with the input. Texts that the database can't keep (it has no
 * NUL, and in JSON no half of a surrogate pair) are refused here for every call alike, so that no field of any schema
 * has to think of it.
 */

const maxQueryChars = 4096
const maxQueryFields = 64
/** The deepest body of the contract has eight. */
const maxDepth = 16
/** Objects, lists and values of one body; the longest list of the contract has 500. */
const maxBodyParts = 5_000

const unstorable = /\0|\p{Surrogate}/u

/**
 * Whether JSON nests deeper than a body may. Counts brackets in the text, so that nothing is built for it.
 * Text that is no JSON is left to the parser.
 */
export function nestsTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (inString) {
      if (sign === '\\') at += 1
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > maxDepth) return true
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return false
}

/**
 * Checks query and body against the limits.
 * @param url the request's address as it was sent
 * @throws Refusal validation, with the fields whose texts can't be kept
 */
export function checkInput(url: string, query: unknown, body: unknown): void {
  const start = url.indexOf('?')
  if (start >= 0 && url.length - start - 1 > maxQueryChars) throw new Refusal('validation')
  for (const [input, maxParts] of [
    [query, maxQueryFields],
    [body, maxBodyParts],
  ] as const) {
    const wrong = unstorableFields(input, maxParts)
    if (wrong.length > 0) throw validationOf(wrong.map((instancePath) => ({ instancePath })))
  }
}

/** @throws Refusal validation for more than `maxParts` */
function unstorableFields(input: unknown, maxParts: number): string[] {
  const wrong: string[] = []
  const open: [path: string, value: unknown][] = [['', input]]
  let parts = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, part] = next
    if (typeof part === 'string' && unstorable.test(part)) wrong.push(path)
    if (typeof part !== 'object' || part === null) continue
    const entries = Object.entries(part)
    parts += entries.length
    if (parts > maxParts) throw new Refusal('validation')
    for (const [name, inner] of entries) {
      if (unstorable.test(name)) wrong.push(path)
      else open.push([`${path}/${name}`, inner])
    }
  }
  return wrong
}
