import { LosslessNumber, stringify } from 'lossless-json'
import { type Call } from '~/contract/call'
import { type ErrorCode, type FieldProblem } from '~/contract/errors'
import { fieldOf, isNumber, isObject } from '../reader/json.server'
import { readProblem } from '../reader/problem.server'
import { type Target, type TargetParts, fillPath } from '../target.server'
import { type Outgoing } from '../transport.server'
import { type CallDialect, type Dialect } from './dialect.server'

/** A call said in an upstream's dialect, and its answer brought back into the contract's words. */

const wordBreak = /(?<=[a-z0-9])(?=[A-Z])/

interface Naming {
  /** Of a name of the contract. */
  write: (name: string) => string
  /** Whether a name is written so; what is not, such as the code of a currency, is left as it is. */
  isWritten: RegExp
}

const namings: Record<NonNullable<Dialect['names']>, Naming> = {
  snake_case: {
    write: (name) => name.split(wordBreak).join('_').toLowerCase(),
    isWritten: /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/,
  },
  'kebab-case': {
    write: (name) => name.split(wordBreak).join('-').toLowerCase(),
    isWritten: /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/,
  },
  PascalCase: {
    write: (name) => name.charAt(0).toUpperCase() + name.slice(1),
    isWritten: /^[A-Z][a-z0-9]/,
  },
}

/** Names that the contract itself writes with an underscore. */
const asTheyAre = new Set(['balance_dep'])

function toCamel(name: string, naming: Dialect['names']): string {
  if (!naming || asTheyAre.has(name) || !namings[naming].isWritten.test(name)) return name
  return naming === 'PascalCase'
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** What an upstream is asked for a call of the contract. */
export interface Spoken extends Target {
  method: Outgoing['method']
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
}

/** Null where the upstream does not have the call. */
export function dialectOf({ calls }: Dialect, id: string): CallDialect | null {
  const own = calls[id]
  return own === false ? null : (own ?? {})
}

/** Says a call in the dialect. Values of the contract's path that another path has no place for are sent as fields. */
export function speak(dialect: Dialect, own: CallDialect, call: Call, parts: TargetParts): Spoken {
  const template = own.path ?? call.path
  const method = own.method ?? dialect.method ?? call.method
  const path = fillPath(template, parts.params)
  const placeless = Object.entries(parts.params).filter(
    ([name]) => !template.includes(`{${name}}`) && !template.includes(`{${name}?}`),
  )
  const renamed = (fields: object) => translateSent(dialect, own, fields)
  const query = renamed(Object.fromEntries(parts.query))
  const body = renamed({ ...Object.fromEntries(placeless), ...parts.body })
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const all = { ...query, ...body, ...own.constant }
  switch (own.send ?? dialect.send ?? (hasBody ? 'split' : 'query')) {
    case 'query':
      return { method, path: withQuery(path, all), body: null, contentType: 'application/json' }
    case 'body':
      return { method, path, body: textOf(all), contentType: 'application/json' }
    case 'form':
      return { method, path, body: formOf(all), contentType: 'application/x-www-form-urlencoded' }
    case 'split':
      return {
        ...{ method, path: withQuery(path, query), contentType: 'application/json' },
        body: textOf({ ...body, ...own.constant }),
      }
  }
}

/** What is sent in the upstream's names, words and numbers. */
export function translateSent(dialect: Dialect, own: CallDialect, fields: object): Record<string, unknown> {
  return mapFields(fields, sentNames(dialect, own), sentValues(dialect, own)) as Record<string, unknown>
}

/** The upstream's names of what is sent. */
function sentNames(dialect: Dialect, own: CallDialect): Rename {
  const told = { ...dialect.out, ...own.out }
  return (name) => (fieldOf(told, name) as string | undefined) ?? written(name, dialect)
}

const written = (name: string, { names }: Dialect): string => (names ? namings[names].write(name) : name)

/** The upstream's words for the contract's, its names for what is sorted by, and numbers where it wants them. */
function sentValues(dialect: Dialect, own: CallDialect): Change {
  const words = wordsOf(dialect, own)
  const answered = { ...inverse(dialect.in), ...inverse(own.in ?? {}) }
  return ({ given: name }, value) => {
    if (typeof value !== 'string') return value
    if (name === 'sort') return answered[value] ?? written(value, dialect)
    const known = fieldOf(words, name)
    const word = isObject(known) ? (fieldOf(inverse(known as Words), value) as string | undefined) : undefined
    const said = word ?? value
    const isDigits = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(said)
    return isDigits && dialect.numbers.includes(name) ? new LosslessNumber(said) : said
  }
}

type Words = Record<string, string>

const wordsOf = (dialect: Dialect, own: CallDialect): Record<string, Words> => ({
  ...dialect.words,
  ...own.words,
})

/** Of several names for the same the first one. */
const inverse = (renaming: Words): Words =>
  Object.fromEntries(
    Object.entries(renaming)
      .map(([theirs, ours]) => [ours, theirs])
      .reverse(),
  ) as Words

const textOf = (fields: Record<string, unknown>): string => stringify(fields) ?? '{}'

function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = formOf(fields)
  return query ? `${path}?${query}` : path
}

function formOf(fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return new URLSearchParams(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? value : (stringify(value) ?? '')]),
  ).toString()
}

/**
 * What an answer says of its success by the dialect's own field: nothing where the field is not there, so that the word of
 * something between the two is not taken for the upstream's refusal.
 */
export function toldSuccess({ success }: Dialect, body: unknown): boolean | undefined {
  const told = success && at(body, success.field)
  if (!success || told === undefined) return undefined
  return (isNumber(told) ? Number(told.value) : told) === success.is
}

/** What an answer may hold beside the word that all went well. */
const aside = ['ok', 'success', 'status', 'message', 'msg', 'code', 'statusCode']

/** Whether the answer of a change says no more than that all went well, or is empty where that means the same. */
export function isMereSuccess(dialect: Dialect, own: CallDialect, body: Record<string, unknown>): boolean {
  const { acknowledges, error, success } = dialect
  const where = own.answer ?? dialect.answer
  const heads: (string | false | undefined)[] = [isNothing(where && at(body, where)) && where]
  const said =
    toldSuccess(dialect, body) ?? (fieldOf(body, 'ok') === true || fieldOf(body, 'success') === true)
  if (said) heads.push(success?.field, error.message, error.code, ...aside)
  else if (!acknowledges || success) return false
  const known = heads.map((path) => path && path.split('.')[0])
  return Object.keys(body).every((name) => known.includes(name))
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === true ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** An answer in the contract's names and words, out of what it is wrapped in. */
export function translateAnswer(dialect: Dialect, own: CallDialect, body: unknown): unknown {
  const where = own.answer ?? dialect.answer
  const inner = where === undefined ? body : (at(body, where) ?? body)
  const words = wordsOf(dialect, own)
  const named = mapFields(inner, answeredNames(dialect, own), ({ name }, value) => {
    const known = fieldOf(words, name)
    const said = isNumber(value) ? value.value : typeof value === 'boolean' ? String(value) : value
    const meant = isObject(known) && typeof said === 'string' ? fieldOf(known, said) : undefined
    return meant ?? value
  })
  const totalAt = own.total ?? dialect.total
  const total = totalAt === undefined ? undefined : at(body, totalAt)
  if (total === undefined) return named
  if (Array.isArray(named)) return { items: named as unknown[], total }
  return isObject(named) ? { ...named, total } : named
}

/** The contract's names of what is answered. */
function answeredNames(dialect: Dialect, own: CallDialect): Rename {
  const told = { ...dialect.in, ...own.in }
  return (name) => (fieldOf(told, name) as string | undefined) ?? toCamel(name, dialect.names)
}

export interface TranslatedRefusal {
  body: unknown
  /** The contract's word, where the dialect has one for what the upstream said. */
  meant?: ErrorCode
}

/** A refusal in the shape of the contract's, as far as the dialect says where its parts lie. */
export function translateRefusal(dialect: Dialect, own: CallDialect, body: unknown): TranslatedRefusal {
  const { error, errors } = dialect
  const usual = readProblem(body, '')
  const said = textAt(body, error.message) ?? usual?.message
  const code = textAt(body, error.code) ?? usual?.code
  const told = error.fields === undefined ? undefined : at(body, error.fields)
  const fields = told === undefined ? usual?.fields : readProblem({ errors: told }, '')?.fields
  const meantBy = (text: string | undefined) =>
    text === undefined ? undefined : (fieldOf(errors, text) as ErrorCode | undefined)
  const meant = meantBy(code) ?? meantBy(said)
  const codeOf = meant ?? code
  if (said === undefined && codeOf === undefined && fields === undefined) return { body }
  const rename = answeredNames(dialect, own)
  const sent = inverse({ ...dialect.out, ...own.out })
  const named = Object.entries(fields ?? {}).map(([name, problem]): [string, FieldProblem] => [
    sent[name] ?? rename(name),
    { ...problem, code: meantBy(problem.message) ?? problem.code },
  ])
  return {
    body: {
      message: said ?? '',
      ...(codeOf !== undefined && codeOf.length <= 64 && { code: codeOf }),
      ...(named.length > 0 && { fields: Object.fromEntries(named) }),
    },
    meant,
  }
}

function textAt(body: unknown, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : at(body, path)
  if (isNumber(value)) return value.value
  return typeof value === 'string' ? value : undefined
}

/** What lies at a path of names; undefined where there is nothing. */
function at(body: unknown, path: string): unknown {
  let value = body
  for (const name of path.split('.')) value = isObject(value) ? fieldOf(value, name) : undefined
  return value
}

type Rename = (name: string) => string
/** What stands in place of a value, by the name that its field had and the one that it gets. */
type Change = (names: { given: string; name: string }, value: unknown) => unknown

/** The same JSON with other names of fields, and other values by their names. What is renamed wins over what had the name. */
function mapFields(value: unknown, rename: Rename, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, rename, change))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([given, field]) => {
    const name = rename(given)
    const entry: [string, unknown] = [name, mapFields(change({ given, name }, field), rename, change)]
    return { isRenamed: name !== given, entry }
  })
  const renamed = new Map(fields.filter((one) => one.isRenamed).map(({ entry }) => entry))
  return Object.fromEntries(
    fields.map(({ entry: [name, field] }) => [name, renamed.has(name) ? renamed.get(name) : field]),
  )
}
