import { type Call } from '~/contract/call'

/**
 * Builds the path, query and body of a call from one flat input. Invariant: the path is always the contract's. A path
 * parameter passes the contract's schema, can't change the path's structure, and is encoded; fields that the call does not
 * declare are dropped.
 */

export interface Target {
  /** Path and query below the upstream's base. */
  path: string
  body: string | null
}

/** The same in its parts, for a dialect that places them elsewhere. */
export interface TargetParts {
  /** Path parameters, by the contract's names. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: Readonly<Record<string, unknown>> | null
}

/** Values that would change the path on a server that decodes twice or too early. */
const breaksOut = /^\.$|\.\.|[/%\\]|[\u0000-\u001f\u007f]/

type Input = Readonly<Record<string, unknown>>

/** The target of a call, or null if one of its path parameters is unsafe. */
export function targetOf(call: Call, input: Input): Target | null {
  const parts = partsOf(call, input)
  if (!parts) return null
  const { query, body } = parts
  const path = fillPath(call.path, parts.params)
  return {
    path: query.size > 0 ? `${path}?${query}` : path,
    body: body && JSON.stringify(body),
  }
}

/** The parts of a call, or null if one of its path parameters is unsafe. */
export function partsOf(call: Call, input: Input): TargetParts | null {
  const params = call.params.safeParse(pick(call.params.shape, input))
  if (!params.success) return null
  const given = Object.entries(params.data).filter(([, value]) => value !== undefined)
  if (!given.every(([, value]) => typeof value === 'string' && value !== '' && !breaksOut.test(value)))
    return null
  return {
    params: Object.fromEntries(given) as Record<string, string>,
    query: queryOf(call, input),
    body: call.method === 'GET' ? null : pick(call.body.shape, input),
  }
}

/** Fills in a path's parameters; an optional one without a value is dropped with its slash. */
export function fillPath(template: string, params: TargetParts['params']): string {
  return template.replace(/(\/?)\{(\w+)\??\}/g, (_, slash: string, name: string) => {
    const value = params[name]
    return value === undefined ? '' : slash + encodeURIComponent(value)
  })
}

function queryOf(call: Call, input: Input): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(pick(call.query.shape, input))) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
  }
  return query
}

function pick(shape: object, input: Input): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of Object.keys(shape)) {
    if (input[name] !== undefined) picked[name] = input[name]
  }
  return picked
}
