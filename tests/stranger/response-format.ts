import Big from 'big.js'

/**
 * The response format of the stranger. Its calls return typed values (an amount, a time, a word), which a format turns
 * into JSON. The plain format is its own style; each deviation replaces a part of it.
 */

/** The numeric id of an entity, as calls name it. */
export class Id {
  constructor(readonly number: number) {}
}

/** A status or a type, in the contract's words. */
export class Word {
  constructor(readonly text: string) {}
}

/** The code of a currency. */
export class Code {
  constructor(readonly code: string) {}
}

/** A day without a time, as YYYY-MM-DD. */
export class Day {
  constructor(readonly day: string) {}
}

/** A map is keyed by the codes of currencies. */
export type Plain =
  | string
  | number
  | boolean
  | null
  | undefined
  | Big
  | Date
  | Id
  | Word
  | Code
  | Day
  | Map<string, Plain>
  | Plain[]
  | Thing
export interface Thing {
  [field: string]: Plain
}

/** Written without quotes: a JSON number of any length. */
export class Raw {
  constructor(readonly text: string) {}
}
export type Json = string | number | boolean | null | undefined | Raw | Json[] | { [field: string]: Json }

/** One answer: JSON, text, or a status alone. */
export interface Answer {
  status: number
  body?: Json
  text?: string
  type?: string
  headers?: Record<string, string>
}

/** The body of a refusal. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The field of the body that is at fault. */
    readonly field = 'request',
    readonly about?: 'token' | 'sign-in' | 'password',
  ) {
    super(message)
  }
}

export interface List {
  name: string
  rows: Json[]
  total: number
  page: number
  limit: number
}

/** The answer of a call that changed something. */
export interface Changed {
  status: number
  name: string
  thing?: Json
}

export interface ResponseFormat {
  id: (number: number) => string | number | Raw
  money: (amount: Big) => Json
  currency: (code: string) => string
  time: (at: Date) => Json
  day: (day: string) => Json
  word: (text: string) => string
  field: (name: string) => string
  /** Replaces a missing value; undefined leaves its field out. */
  absent: null | undefined
  unknownFields: Record<string, Json>

  /** Whether payments and operations have ids, although no call takes one. */
  idsOnAll: boolean
  login: (name: string) => string
  token: (random: string) => string
  /** Added to the initial amounts of the ledger. */
  dust: string

  rows: (rows: Thing[]) => Plain[]
  list: (list: List) => Answer
  /** The page size of a list, whatever limit is requested. */
  maxRows: number
  heedsQueries: boolean
  refusesUnknownQueries: boolean
  thing: (thing: Json) => Json
  user: (user: Thing) => Thing
  tellsPhoneConfirmed: boolean
  currencies: (balances: Map<string, Big>) => Map<string, Plain>
  statistics: (statistics: Thing) => Thing
  ratesByCurrency: boolean
  ratesForAnyone: boolean
  setting: (value: string | number | boolean) => Json
  unknownSetting?: Answer

  session: (session: Json) => Json
  registered: (session: Json) => Answer
  changed: (changed: Changed) => Answer
  refused: (refusal: Refusal) => Answer
  /** Used instead of `refused` where a change or a sign-in is refused. */
  changeRefused?: (refusal: Refusal) => Answer
  signInRefused?: Answer
  wrongPasswordStatus: number
  refusesEmptyProfile: boolean

  hasSocket: boolean
  socketId?: (number: number) => string
  /** The fields of a notification on the socket. */
  socketNotification: (notification: Thing, at: Date) => Plain
  socketEnvelope: (notification: Json) => Json

  type: string
  hasDate: boolean
  aheadMs: number
}

/** The plain format: numeric ids, amounts as numbers, bare lists, `{message}` for a refusal. */
export const plainFormat: ResponseFormat = {
  id: (number) => number,
  money: (amount) => new Raw(amount.toFixed()),
  currency: (code) => code,
  time: (at) => `${secondsOf(at)}Z`,
  day: (day) => day,
  word: (text) => text,
  field: (name) => name,
  absent: undefined,
  unknownFields: {},

  idsOnAll: false,
  login: (name) => name,
  token: (random) => random,
  dust: '0',

  rows: (rows) => rows,
  list: ({ rows }) => ({ status: 200, body: rows }),
  maxRows: Infinity,
  heedsQueries: true,
  refusesUnknownQueries: false,
  thing: (thing) => thing,
  user: (user) => user,
  tellsPhoneConfirmed: false,
  currencies: (balances) => balances,
  statistics: (statistics) => statistics,
  ratesByCurrency: false,
  ratesForAnyone: false,
  setting: (value) => value,

  session: (session) => session,
  registered: (session) => ({ status: 201, body: session }),
  changed: ({ status, thing }) => ({ status, body: thing }),
  refused: ({ status, message }) => ({ status, body: { message } }),
  wrongPasswordStatus: 400,
  refusesEmptyProfile: false,

  hasSocket: true,
  socketNotification: (notification) => notification,
  socketEnvelope: (notification) => notification,

  type: 'application/json; charset=utf-8',
  hasDate: true,
  aheadMs: 0,
}

/** A time to the second, without its zone. */
export function secondsOf(at: Date): string {
  return at.toISOString().slice(0, 19)
}

/** A typed value as JSON, in this format. */
export function written(value: Plain, format: ResponseFormat): Json {
  if (value instanceof Big) return format.money(value)
  if (value instanceof Date) return format.time(value)
  if (value instanceof Id) return format.id(value.number)
  if (value instanceof Word) return format.word(value.text)
  if (value instanceof Code) return format.currency(value.code)
  if (value instanceof Day) return format.day(value.day)
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([code, one]) => [format.currency(code), written(one, format)]))
  if (Array.isArray(value)) return value.map((one) => written(one, format))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, one]) => [
    format.field(name),
    written(one, format) ?? format.absent,
  ])
  return { ...(Object.fromEntries(fields) as Record<string, Json>), ...format.unknownFields }
}

/** JSON as text: what `JSON.stringify` makes, with raw numbers. */
export function textOf(json: Json): string {
  if (json instanceof Raw) return json.text
  if (Array.isArray(json)) return `[${json.map(textOf).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json ?? null)
  const fields = Object.entries(json).filter(([, value]) => value !== undefined)
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(',')}}`
}
