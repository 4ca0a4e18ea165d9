import { type Call } from '~/contract/call'

/**
 * Where a call goes and what it carries, made from one flat input. Only the contract's own path can come out
 * of it: a value for the path passes the contract's schema, holds nothing that could change the path's
 * structure, and is encoded; fields that the call does not state are left behind.
 */

export interface Target {
  /** Path and query below the upstream's base. */
  path: string
  body: string | null
}

/** A path value that would leave its place: traversal, a second path, a query, a header of its own. */
const breaksOut = /^\.$|\.\.|[/?#%\\]|[\u0000-\u001f\u007f]/

type Input = Readonly<Record<string, unknown>>

/** The target of a call, or `null` when a value of its path is not one that may be sent. */
export function targetOf(call: Call, input: Input): Target | null {
  const path = pathOf(call, input)
  if (path === null) return null
  const query = queryOf(call, input)
  return { path: query ? `${path}?${query}` : path, body: bodyOf(call, input) }
}

function pathOf(call: Call, input: Input): string | null {
  const params = call.params.safeParse(pick(call.params.shape, input))
  if (!params.success) return null
  let safe = true
  const path = call.path.replace(/(\/?)\{(\w+)\??\}/g, (_, slash: string, name: string) => {
    const value = params.data[name]
    if (value === undefined) return ''
    if (typeof value === 'string' && !breaksOut.test(value)) return slash + encodeURIComponent(value)
    safe = false
    return ''
  })
  return safe ? path : null
}

function queryOf(call: Call, input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(pick(call.query.shape, input))) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  }
  return query.toString()
}

function bodyOf(call: Call, input: Input): string | null {
  return call.method === 'GET' ? null : JSON.stringify(pick(call.body.shape, input))
}

function pick(shape: object, input: Input): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of Object.keys(shape)) {
    if (input[name] !== undefined) picked[name] = input[name]
  }
  return picked
}
