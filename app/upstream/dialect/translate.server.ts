import { LosslessNumber, stringify } from 'lossless-json'
import { type Call } from '~/contract/call'
import { type ErrorCode, type FieldProblem } from '~/contract/errors'
import { fieldOf, isNumber, isObject } from '../reader/json.server'
import { readProblem } from '../reader/problem.server'
import { type Target, type TargetParts, fillPath } from '../target.server'
import { type Outgoing } from '../transport.server'
import { type MultipartNaming } from '../types'
import { type CallDialect, type Dialect } from './dialect.server'

/** Translates requests to an upstream's dialect, and responses back to the contract. */

const wordBreak = /(?<=[a-z0-9])(?=[A-Z])/

interface Naming {
  /** Converts a name of the contract. */
  write: (name: string) => string
  /** Whether a name is in this case; others, such as a currency code, are kept as they are. */
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

/** Names that have an underscore in the contract. */
const unchangedNames = new Set(['balance_dep'])

function toCamel(name: string, naming: Dialect['names']): string {
  if (!naming || unchangedNames.has(name) || !namings[naming].isWritten.test(name)) return name
  return naming === 'PascalCase'
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name.replace(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** A translated request. */
export interface TranslatedRequest extends Target {
  method: Outgoing['method']
  contentType: 'application/json' | 'application/x-www-form-urlencoded'
}

/** Null if the dialect declares the call missing. */
export function dialectOf({ calls }: Dialect, id: string): CallDialect | null {
  const own = calls[id]
  return own === false ? null : (own ?? {})
}

/** Translates a request. Path parameters that the dialect's path does not have are sent as fields. */
export function translateRequest(
  dialect: Dialect,
  own: CallDialect,
  call: Call,
  parts: TargetParts,
): TranslatedRequest {
  const template = own.path ?? call.path
  const method = own.method ?? dialect.method ?? call.method
  const path = fillPath(template, parts.params)
  const placeless = Object.entries(parts.params).filter(
    ([name]) => !template.includes(`{${name}}`) && !template.includes(`{${name}?}`),
  )
  const renamed = (fields: object) => translateInput(dialect, own, fields)
  const query = translateQuery(dialect, own, parts.query)
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

/** What an upstream of this dialect calls the parts of a form with files. A file can't be left out. */
export function multipartNaming(dialect: Dialect, own: CallDialect): MultipartNaming {
  const nameOf = inputNames(dialect, own)
  return {
    texts: (texts) => plainTexts({ ...translateInput(dialect, own, texts), ...own.constant }),
    fileName: (name) => nameOf(name) ?? name,
  }
}

/** The input with the upstream's names, words and numbers, without what it does not take. */
export function translateInput(dialect: Dialect, own: CallDialect, fields: object): Record<string, unknown> {
  const renamed: Record<string, string | false> = { ...dialect.out, ...own.out }
  const sent = withoutFields({ ...fields }, (name) => fieldOf(renamed, name) === false)
  const flat = own.flat === undefined ? undefined : fieldOf(sent, own.flat)
  if (own.flat !== undefined && isObject(flat)) {
    delete sent[own.flat]
    Object.assign(sent, flat)
  }
  return mapFields(sent, inputNames(dialect, own), inputValues(dialect, own)) as Record<string, unknown>
}

/** The fields without some, at every depth. */
function withoutFields(
  fields: Record<string, unknown>,
  isLeftOut: (name: string) => boolean,
): Record<string, unknown> {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return isObject(value) ? withoutFields(value, isLeftOut) : value
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (isLeftOut(name) ? [] : [[name, inner(value)]])),
  )
}

/** The number of rows on a page, where the app leaves it to the upstream. */
const defaultLimit = '20'

/** The query, with the rows to skip in place of the page where the upstream counts rows. */
function translateQuery(dialect: Dialect, own: CallDialect, sent: URLSearchParams): Record<string, unknown> {
  const { page, ...query } = Object.fromEntries(sent)
  const { offset } = dialect
  if (offset === undefined || page === undefined)
    return translateInput(dialect, own, Object.fromEntries(sent))
  const { limit = defaultLimit } = query
  const skipped = (Number(page) - 1) * Number(limit)
  return { ...translateInput(dialect, own, { ...query, limit }), [offset]: skipped }
}

/** The upstream's names of input fields. */
function inputNames(dialect: Dialect, own: CallDialect): Rename {
  const renamed = { ...dialect.out, ...own.out }
  return (name) => ((fieldOf(renamed, name) || undefined) as string | undefined) ?? written(name, dialect)
}

const written = (name: string, { names }: Dialect): string => (names ? namings[names].write(name) : name)

/** Translates words, names of sort fields, and numbers. */
function inputValues(dialect: Dialect, own: CallDialect): Change {
  const words = wordsOf(dialect, own)
  const answered = { ...inverse(dialect.in), ...inverse(own.in ?? {}) }
  return ({ given: name }, value) => {
    if (typeof value !== 'string') return value
    if (name === 'sort') return answered[value] ?? written(value, dialect)
    const known = fieldOf(words, name)
    const word = isObject(known) ? (fieldOf(inverse(known as Words), value) as string | undefined) : undefined
    const sent = word ?? value
    const isDigits = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(sent)
    return isDigits && dialect.numbers.includes(name) ? new LosslessNumber(sent) : sent
  }
}

type Words = Record<string, string>

const isRenamed = (entry: [string, string | false]): entry is [string, string] => entry[1] !== false

const wordsOf = (dialect: Dialect, own: CallDialect): Record<string, Words> => ({
  ...dialect.words,
  ...own.words,
})

/** The first of several names. */
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

const formOf = (fields: Record<string, unknown>): string => new URLSearchParams(plainTexts(fields)).toString()

/** The fields as texts, without those that have no value. */
function plainTexts(fields: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'string' ? value : (stringify(value) ?? '')]),
  )
}

/**
 * The outcome by the dialect's `success` field. Undefined if the field is missing, so that a gateway's response is not taken
 * for a refusal of the upstream.
 */
export function statedSuccess({ success }: Dialect, body: unknown): boolean | undefined {
  const stated = success && at(body, success.field)
  if (!success || stated === undefined) return undefined
  return (isNumber(stated) ? Number(stated.value) : stated) === success.is
}

/** Fields that a bare acknowledgement may have besides the success field. */
const aside = ['ok', 'success', 'status', 'message', 'msg', 'code', 'statusCode']

/** Whether a change is acknowledged without its entry. */
export function isBareSuccess(dialect: Dialect, own: CallDialect, body: Record<string, unknown>): boolean {
  const { acknowledges, error, success } = dialect
  const where = own.answer ?? dialect.answer
  const heads: (string | false | undefined)[] = [isNothing(where && at(body, where)) && where]
  const isStated =
    statedSuccess(dialect, body) ?? (fieldOf(body, 'ok') === true || fieldOf(body, 'success') === true)
  if (isStated) heads.push(success?.field, error.message, error.code, ...aside)
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

/** Translates a response: unwraps it, and renames its fields and words. */
export function translateOutput(dialect: Dialect, own: CallDialect, body: unknown): unknown {
  const where = own.answer ?? dialect.answer
  const inner = where === undefined ? body : (at(body, where) ?? body)
  const words = wordsOf(dialect, own)
  const named = mapFields(inner, outputNames(dialect, own), ({ name }, value) => {
    const known = fieldOf(words, name)
    const word = isNumber(value) ? value.value : typeof value === 'boolean' ? String(value) : value
    const translated = isObject(known) && typeof word === 'string' ? fieldOf(known, word) : undefined
    return translated ?? value
  })
  const totalAt = own.total ?? dialect.total
  const total = totalAt === undefined ? undefined : at(body, totalAt)
  if (total === undefined) return named
  if (Array.isArray(named)) return { items: named as unknown[], total }
  return isObject(named) ? { ...named, total } : named
}

/** The contract's names of output fields. */
function outputNames(dialect: Dialect, own: CallDialect): Rename {
  const renamed = { ...dialect.in, ...own.in }
  return (name) => (fieldOf(renamed, name) as string | undefined) ?? toCamel(name, dialect.names)
}

export interface TranslatedRefusal {
  body: unknown
  /** The contract's word for the upstream's, if the dialect maps it. */
  translated?: ErrorCode
}

/** Translates an error to the contract's format, as far as the dialect declares its parts. */
export function translateRefusal(dialect: Dialect, own: CallDialect, body: unknown): TranslatedRefusal {
  const { error, errors } = dialect
  const usual = readProblem(body, '')
  const message = textAt(body, error.message) ?? usual?.message
  const code = textAt(body, error.code) ?? usual?.code
  const invalid = error.fields === undefined ? undefined : at(body, error.fields)
  const fields = invalid === undefined ? usual?.fields : readProblem({ errors: invalid }, '')?.fields
  const codeOf = (text: string | undefined) =>
    text === undefined ? undefined : (fieldOf(errors, text) as ErrorCode | undefined)
  const translated = codeOf(code) ?? codeOf(message)
  const finalCode = translated ?? code
  if (message === undefined && finalCode === undefined && fields === undefined) return { body }
  const rename = outputNames(dialect, own)
  const sent = inverse(Object.fromEntries(Object.entries({ ...dialect.out, ...own.out }).filter(isRenamed)))
  const named = Object.entries(fields ?? {}).map(([name, problem]): [string, FieldProblem] => [
    sent[name] ?? rename(name),
    { ...problem, code: codeOf(problem.message) ?? problem.code },
  ])
  return {
    body: {
      message: message ?? '',
      ...(finalCode !== undefined && finalCode.length <= 64 && { code: finalCode }),
      ...(named.length > 0 && { fields: Object.fromEntries(named) }),
    },
    translated,
  }
}

function textAt(body: unknown, path: string | undefined): string | undefined {
  const value = path === undefined ? undefined : at(body, path)
  if (isNumber(value)) return value.value
  return typeof value === 'string' ? value : undefined
}

/** The value at a path; undefined if there is none. */
function at(body: unknown, path: string): unknown {
  let value = body
  for (const name of path.split('.')) value = isObject(value) ? fieldOf(value, name) : undefined
  return value
}

type Rename = (name: string) => string
/** Replaces a value, by the old and the new name of its field. */
type Change = (names: { given: string; name: string }, value: unknown) => unknown

/**
 * The same JSON with other names of fields, and other values by their names. A renamed field replaces another one that
 * has its new name.
 */
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
