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

/** The same in its parts, for an upstream that has other places for them. */
export interface TargetParts {
  /** Values of the path, by the contract's names. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: Readonly<Record<string, unknown>> | null
}

/** A path value that would leave its place, encoded as it is, where a server decodes it twice or too soon. */
const breaksOut = /^\.$|\.\.|[/%\\]|[\u0000-\u001f\u007f]/

type Input = Readonly<Record<string, unknown>>

/** The target of a call, or `null` when a value of its path is not one that may be sent. */
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

/** What a call carries, or `null` when a value of its path is not one that may be sent. */
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

/** A path with values in its places; a place in braces without a value is left out with its slash. */
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
