import { readFileSync } from 'node:fs'
import { LineCounter, isCollection, isNode, isPair, parseDocument } from 'yaml'
import { type z } from 'zod'
import { Dialect } from './dialect.server'

/** Reads a dialect from its file, and names the line of each mistake. Loaded only where a dialect is configured. */

/** The mistakes in a dialect, a line of text each, with the line in the file. */
export class DialectError extends Error {
  override name = 'DialectError'
}

/**
 * Reads a dialect from its file, JSON or YAML.
 * @throws DialectError with the file and the line of each mistake
 */
export function readDialect(path: string): Dialect {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new DialectError(`the dialect ${path} can't be read: ${code}`)
  }
  try {
    return parseDialect(text)
  } catch (error) {
    if (!(error instanceof DialectError)) throw error
    throw new DialectError(`the dialect ${path} has mistakes\n${error.message}`)
  }
}

/** @throws DialectError with the line of each mistake */
export function parseDialect(text: string): Dialect {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => `line ${lines.linePos(offset).line}`
  if (document.errors.length > 0)
    throw new DialectError(
      document.errors.map(({ pos, message }) => `${lineAt(pos[0])}: ${message.split('\n', 1)[0]}`).join('\n'),
    )
  const read = Dialect.safeParse(document.toJS() ?? {})
  if (read.success) return read.data
  throw new DialectError(
    read.error.issues
      .flatMap(mistakesOf)
      .map(
        ({ path, message }) =>
          `${lineAt(offsetOf(document.contents, path))}: ${path.join('.') || 'the file'}: ${message}`,
      )
      .join('\n'),
  )
}

interface Mistake {
  path: PropertyKey[]
  message: string
}

/** The texts of an issue: one for each unknown name, and for a union those of the closest option. */
function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: path.join('.') === 'calls' ? 'is no call of the contract' : 'is not known',
    }))
  if (issue.code !== 'invalid_union') return [{ path, message }]
  const nearest = issue.errors.find((inner) => inner.some((one) => one.path.length > 0 || isUnknownName(one)))
  if (!nearest) return [{ path, message }]
  return nearest.flatMap((inner) => mistakesOf({ ...inner, path: [...path, ...inner.path] }))
}

const isUnknownName = ({ code }: z.core.$ZodIssue) => code === 'unrecognized_keys'

/** The node of a path in the file, or its closest existing parent. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number {
  let node = contents
  let offset = startOf(contents) ?? 0
  for (const name of path) {
    const items: unknown[] = isCollection(node) ? node.items : []
    const found = items.find((item, index) =>
      isPair(item) ? nameOf(item.key) === String(name) : index === Number(name),
    )
    if (found === undefined) return offset
    node = isPair(found) ? found.value : found
    offset = startOf(isPair(found) ? found.key : found) ?? offset
  }
  return offset
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

/** YAML may parse a name as a number or a boolean; it is still a name. */
const nameOf = (key: unknown): string => String(isNode(key) ? key.toJSON() : key)
