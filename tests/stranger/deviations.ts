import Big from 'big.js'
import { createHash } from 'node:crypto'
import {
  type Changed,
  type Json,
  type ResponseFormat,
  type Plain,
  type Thing,
  Raw,
  Word,
  plainFormat,
  secondsOf,
} from './response-format'

/** In Russian, as a company in Vilnius may store it. */
const inRussian: Record<string, string> = {
  'in progress': 'в работе',
  'awaiting completion': 'ожидает завершения',
  closed: 'закрыт',
  'topped up': 'пополнено',
  pending: 'в ожидании',
  'timeout expired': 'время истекло',
  'under review': 'на проверке',
  rejected: 'отклонено',
  withdrawn: 'выведено',
  'in process': 'в процессе',
  refill: 'пополнение',
  withdrawal: 'вывод',
  deposit: 'депозит',
  'deposit closed': 'закрытие депозита',
  exchange: 'обмен',
  subscription: 'подписка',
  referral: 'реферальные',
  matching: 'матчинг',
  bonus: 'бонус',
  mailing: 'рассылка',
  long_login: 'долгое отсутствие',
  other: 'другое',
}

/** Other names for the same fields. */
const otherNames: Record<string, string> = {
  creationDate: 'createdAt',
  creditDate: 'creditedAt',
  withdrawalDate: 'completedAt',
  registrationDate: 'createdAt',
  requestAmount: 'amount',
  creditedAmount: 'credited',
  transactionHash: 'txHash',
  wallet: 'address',
  accrued: 'total',
  dailyProfitability: 'percent',
  minimumDeposit: 'min',
  inviterLogin: 'inviter',
  rate: 'price',
}

const textWith = (separator: string) => (text: string) => text.replace(/[ _]/g, separator)
const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const shifted = (at: Date, hours: number) => secondsOf(new Date(at.getTime() + hours * 3_600_000))
const uuidOf = (number: number) =>
  createHash('sha256')
    .update(String(number))
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
const exponential = (amount: Big) => new Raw(amount.toExponential().replace('e+', 'e'))
/** An answer with a body needs a status that allows one. */
const withBody = ({ status }: Changed, body: Json) => ({ status: status === 204 ? 200 : status, body })
const withStatus =
  (status: number) =>
  ({ thing = {} }: Changed) => ({ status, body: thing })

const table = {
  // Ids
  'ids-strings': ['Ids are strings of digits.', { id: String }],
  'ids-uuids': ['Ids are UUIDs.', { id: uuidOf }],
  'ids-with-colon-and-at': ['Ids have a colon and an at sign.', { id: (number) => `a:${number}@c` }],
  'ids-to-encode': ['Ids have what an address must encode.', { id: (number) => `№ ${number}+26?a=b&c#ü` }],
  'ids-beyond-safe-integers': [
    'Ids are JSON numbers past what a double holds.',
    { id: (number) => new Raw(String(9007199254740993n + BigInt(number) * 2n)) },
  ],
  'ids-from-zero': ['The first of a kind has the id 0.', { id: (number) => number - 1 }],
  'ids-on-all': ['Withdrawals and operations have ids too.', { idsOnAll: true }],
  'logins-e-mails': ['Logins are e-mail addresses.', { login: (name) => `${name}@example.org` }],

  // Money
  'money-strings': ['Amounts are strings.', { money: (amount) => amount.toFixed() }],
  'money-exponents': ['Amounts are numbers with an exponent.', { money: exponential }],
  'money-18-decimals': ['The books hold amounts of 18 decimals.', { dust: '0.000000123456789012' }],
  'money-trailing-zeros': [
    'Amounts are numbers with trailing zeros.',
    { money: (amount) => new Raw(padded(amount)) },
  ],
  'money-strings-trailing-zeros': ['Amounts are strings with trailing zeros.', { money: padded }],
  'currencies-lower-case': [
    'Codes of currencies are in lower case.',
    { currency: (code) => code.toLowerCase() },
  ],

  // Times
  'times-milliseconds': ['Times have milliseconds.', { time: (at) => at.toISOString() }],
  'times-microseconds': ['Times have microseconds.', { time: (at) => at.toISOString().replace('Z', '417Z') }],
  'times-offset': ['Times are in an offset, +03:00.', { time: (at) => `${shifted(at, 3)}+03:00` }],
  'times-offset-without-colon': [
    'Times are in an offset, +0300.',
    { time: (at) => `${shifted(at, 3)}+0300` },
  ],
  'times-unix-seconds': ['Times are Unix seconds.', { time: unixSeconds }],
  'times-unix-milliseconds': ['Times are Unix milliseconds.', { time: (at) => at.getTime() }],
  'times-unix-seconds-strings': [
    'Times are Unix seconds as strings.',
    { time: (at) => String(unixSeconds(at)) },
  ],
  'times-sql': ['Times are as SQL writes them.', { time: (at) => secondsOf(at).replace('T', ' ') }],
  'times-without-zone': ['Times have no zone.', { time: secondsOf }],
  'dates-as-times': ['Days are full times at midnight.', { day: (day) => `${day}T00:00:00Z` }],

  // Lists
  'lists-items-total-page-limit': [
    'Lists are {items, total, page, limit}.',
    { list: ({ rows, total, page, limit }) => ok({ items: rows, total, page, limit }) },
  ],
  'lists-data': ['Lists are {data: […]}.', { list: ({ rows }) => ok({ data: rows }) }],
  'lists-data-meta': [
    'Lists are {data: […], meta: {total}}.',
    { list: ({ rows, total }) => ok({ data: rows, meta: { total } }) },
  ],
  'lists-results-count': [
    'Lists are {results, count}.',
    { list: ({ rows, total }) => ok({ results: rows, count: total }) },
  ],
  'lists-rows-total': ['Lists are {rows, total}.', { list: ({ rows, total }) => ok({ rows, total }) }],
  'lists-items': ['Lists are {items}, without a total.', { list: ({ rows }) => ok({ items: rows }) }],
  'lists-data-items': ['Lists are {data: {items}}.', { list: ({ rows }) => ok({ data: { items: rows } }) }],
  'lists-by-name': ['Lists stand under their own name.', { list: ({ name, rows }) => ok({ [name]: rows }) }],
  'lists-total-in-header': [
    'Lists say their total in a header.',
    { list: ({ rows, total }) => ({ ...ok(rows), headers: { 'X-Total-Count': String(total) } }) },
  ],
  'lists-empty-null': ['A list of nothing is null.', { list: ({ rows }) => ok(rows.length ? rows : null) }],
  'lists-heed-no-query': ['Lists answer all rows, whatever is asked.', { heedsQueries: false }],
  'lists-refuse-unknown-queries': [
    'A query is refused by 400 when it has an unknown name, or sorts by a field that no row has.',
    { refusesUnknownQueries: true },
  ],
  'lists-of-two-at-most': ['Lists answer two rows at most, whatever limit is asked.', { maxRows: 2 }],

  // Fields
  'nulls-for-absent': ['What is not there is null.', { absent: null }],
  'unknown-fields': [
    'Each thing has fields that nobody knows.',
    { unknownFields: { _v: 7, legacy: { ok: [] } } },
  ],
  'rows-bad': [
    'Each list begins with a bad row: its amounts are abc, or it holds nothing.',
    { rows: (rows) => [...rows.slice(0, 1).map(spoilt), ...rows] },
  ],
  'rows-null': ['Each list begins with null.', { rows: (rows) => [null, ...rows] }],
  'balance-bad': [
    'One amount of the balance is unreadable.',
    { currencies: (balances) => new Map<string, Plain>(balances).set('BTC', 'n/a') },
  ],
  'statistics-bad': [
    'One amount of the statistics is unreadable.',
    { statistics: (all) => ({ ...all, income: 'NaN' }) },
  ],
  'fields-snake-case': [
    'Names of fields are in snake case.',
    { field: (name) => (name === 'refreshToken' ? name : inSnakeCase(name)) },
  ],
  'fields-other-names': [
    'Fields have other names for the same.',
    { field: (name) => otherNames[name] ?? name },
  ],
  'things-in-data': [
    'A single thing that is read stands in {data}.',
    { thing: (thing) => ({ data: thing }) },
  ],
  'rates-by-currency': ['Rates are one object by currency.', { ratesByCurrency: true }],
  'rates-for-anyone': ['Rates are told without a token too.', { ratesForAnyone: true }],
  'balances-as-objects': [
    'Each currency of the balance is {balance, balance_dep}.',
    {
      currencies: (balances) =>
        new Map([...balances].map(([code, balance]) => [code, { balance, balance_dep: Big(0) }])),
    },
  ],
  'settings-in-value': ['A setting stands in {value}.', { setting: (value) => ({ value }) }],
  'settings-strings': ['Settings are strings.', { setting: String }],
  'settings-unknown-null': ['A setting that is not there is null.', { unknownSetting: ok(null) }],
  'settings-unknown-object': ['A setting that is not there is {}.', { unknownSetting: ok({}) }],
  'settings-unknown-nothing': ['A setting that is not there is 204.', { unknownSetting: { status: 204 } }],
  'settings-unknown-page': [
    'A setting that is not there is a page.',
    { unknownSetting: { status: 200, text: '<!doctype html><p>Welcome</p>', type: 'text/html' } },
  ],
  'settings-unknown-crash': [
    'The server crashes over a setting that is not there.',
    { unknownSetting: { status: 500, text: 'Internal Server Error', type: 'text/plain' } },
  ],

  // Words
  'words-upper-case': ['Words are in upper case.', { word: (text) => text.toUpperCase() }],
  'words-snake-case': ['Words are in snake case.', { word: textWith('_') }],
  'words-upper-snake-case': [
    'Words are in upper snake case.',
    { word: (text) => textWith('_')(text).toUpperCase() },
  ],
  'words-hyphens': ['Words have hyphens.', { word: textWith('-') }],
  'words-camel-case': [
    'Words are in camel case, as InProgress.',
    { word: (text) => text.replace(/(?:^|[ _])(\w)/g, (_all, letter: string) => letter.toUpperCase()) },
  ],
  'words-russian': ['Words are Russian.', { word: (text) => inRussian[text] ?? text }],
  'words-unknown': ['Words are such as nobody has named.', { word: (text) => `${text} by proxy` }],

  // Answers to changes
  'changes-200': ['Every change is answered 200.', { changed: withStatus(200) }],
  'changes-201': ['Every change is answered 201.', { changed: withStatus(201) }],
  'changes-202': ['Every change is answered 202.', { changed: withStatus(202) }],
  'changes-204': ['Every change is answered 204, without a body.', { changed: () => ({ status: 204 }) }],
  'changes-empty': ['Every change is answered 200 with an empty body.', { changed: () => ({ status: 200 }) }],
  'changes-true': ['Every change is answered true.', { changed: (change) => withBody(change, true) }],
  'changes-success': [
    'Every change is answered {success: true}.',
    { changed: (change) => withBody(change, { success: true }) },
  ],
  'changes-ok': [
    'Every change is answered {ok: true}.',
    { changed: (change) => withBody(change, { ok: true }) },
  ],
  'changes-text': [
    'Every change is answered OK, as text.',
    { changed: () => ({ status: 200, text: 'OK', type: 'text/plain' }) },
  ],
  'changes-in-data': [
    'What was changed stands in {data}.',
    { changed: (change) => withBody(change, { data: change.thing ?? {} }) },
  ],
  'changes-by-name': [
    'What was changed stands under its name.',
    { changed: (change) => withBody(change, { [change.name]: change.thing ?? {} }) },
  ],
  'refusals-success-false': [
    'A change is refused by 200 and {success: false, message}.',
    { changeRefused: ({ message }) => ok({ success: false, message }) },
  ],
  'refusals-ok-false': [
    'A change is refused by 200 and {ok: false, error}.',
    { changeRefused: ({ message }) => ok({ ok: false, error: message }) },
  ],

  // Errors
  'errors-error': [
    'An error is {error}.',
    { refused: ({ status, message }) => ({ status, body: { error: message } }) },
  ],
  'errors-error-message': [
    'An error is {error: {message}}.',
    { refused: ({ status, message }) => ({ status, body: { error: { message } } }) },
  ],
  'errors-by-field': [
    'An error is {errors: {field: [text]}}.',
    { refused: ({ status, message, field }) => ({ status, body: { errors: { [field]: [message] } } }) },
  ],
  'errors-list': [
    'An error is {errors: [{message}]}.',
    { refused: ({ status, message }) => ({ status, body: { errors: [{ message }] } }) },
  ],
  'errors-detail': [
    'An error is {detail}.',
    { refused: ({ status, message }) => ({ status, body: { detail: message } }) },
  ],
  'errors-message-list': [
    'An error is {statusCode, message: [text], error}.',
    {
      refused: ({ status, message }) => ({
        status,
        body: { statusCode: status, message: [message], error: 'Bad' },
      }),
    },
  ],
  'errors-problem': [
    'An error is a problem document (RFC 9457).',
    {
      refused: ({ status, message }) => ({
        status,
        body: { type: 'about:blank', title: 'Refused', status, detail: message },
        type: 'application/problem+json',
      }),
    },
  ],
  'errors-text': [
    'An error is plain text.',
    { refused: ({ status, message }) => ({ status, text: message, type: 'text/plain' }) },
  ],
  'errors-html': [
    'An error is a page.',
    {
      refused: ({ status, message }) => ({
        status,
        text: `<html><h1>${message}</h1></html>`,
        type: 'text/html',
      }),
    },
  ],
  'errors-empty': ['An error has no body.', { refused: ({ status }) => ({ status }) }],

  // Sign-in
  'sign-in-refused-400-empty': [
    'A wrong sign-in is answered 400, empty.',
    { signInRefused: { status: 400 } },
  ],
  'sign-in-refused-422-empty': [
    'A wrong sign-in is answered 422, empty.',
    { signInRefused: { status: 422 } },
  ],
  'wrong-password-401': ['A wrong current password is answered 401.', { wrongPasswordStatus: 401 }],
  'users-id-and-login': ['A user is an id and a login.', { user: ({ id, login }) => ({ id, login }) }],
  'users-with-rank': [
    'The rank is told of the user, and not with the bonus.',
    {
      user: (user) => ({ ...user, rank: new Word('Monarch') }),
      thing: (thing) => (isThing(thing) ? { ...thing, rank: undefined } : thing),
    },
  ],
  'users-phone-confirmed': ['A user says whether the phone is confirmed.', { tellsPhoneConfirmed: true }],
  'session-in-data': ['A session stands in {data}.', { session: (session) => ({ data: session }) }],
  'registration-without-session': [
    'Who registers is told nothing.',
    { registered: () => ({ status: 201, body: {} }) },
  ],
  'tokens-long': ['Tokens have 2000 characters.', { token: (random) => random.padEnd(2000, random) }],
  'empty-profile-refused': ['A profile without a field is refused by 422.', { refusesEmptyProfile: true }],

  // Socket
  'socket-ids-strings': ['Ids are strings on the socket alone.', { socketId: String }],
  'socket-unix-time': [
    'Notifications on the socket carry a Unix time.',
    { socketNotification: (one, at) => ({ ...one, date: unixSeconds(at) }) },
  ],
  'socket-time': [
    'Notifications on the socket carry a time.',
    { socketNotification: (one, at) => ({ ...one, date: at }) },
  ],
  'socket-without-image': [
    'Notifications on the socket have no image.',
    { socketNotification: (one) => ({ ...one, image: undefined }) },
  ],
  'socket-message-only': [
    'Notifications on the socket are a message alone.',
    { socketNotification: ({ message }) => ({ message }) },
  ],
  'socket-in-data': [
    'Notifications on the socket stand in {data}.',
    { socketEnvelope: (one) => ({ data: one }) },
  ],
  'socket-text': [
    'Notifications on the socket are JSON in a text.',
    { socketEnvelope: (one) => JSON.stringify(one) },
  ],
  'socket-none': ['There is no socket.', { hasSocket: false }],

  // Transport
  'json-as-text': ['JSON is sent as text/html.', { type: 'text/html; charset=utf-8' }],
  'date-none': ['No answer has a Date header.', { hasDate: false }],
  'clock-ahead': ['The clock is five seconds ahead.', { aheadMs: 5000 }],
} satisfies Record<string, [sentence: string, otherwise: Partial<ResponseFormat>]>

/** The name of one difference from the plain upstream. */
export type Deviation = keyof typeof table

/** One sentence about each deviation. */
export const deviations = Object.fromEntries(
  Object.entries(table).map(([name, [sentence]]) => [name, sentence]),
) as Record<Deviation, string>

/** The plain response format with these deviations. A later deviation overrides an earlier one. */
export function formatWith(names: Deviation[]): ResponseFormat {
  return Object.assign({ ...plainFormat }, ...names.map((name) => table[name][1])) as ResponseFormat
}

/**
 * The deviations in groups of at most `size`. Those of a group change different parts of the format, so one
 * upstream can have all of them at once.
 */
export function groupsOf(names: readonly Deviation[], size: number): Deviation[][] {
  const groups: { names: Deviation[]; parts: Set<string> }[] = []
  for (const name of names) {
    const parts = Object.keys(table[name][1]).map(partOf)
    const free = groups.find((one) => one.names.length < size && !parts.some((part) => one.parts.has(part)))
    const group = free ?? { names: [], parts: new Set() }
    if (!free) groups.push(group)
    group.names.push(name)
    for (const part of parts) group.parts.add(part)
  }
  return groups.map((group) => group.names)
}

/** One kind of refusal would hide another, and no socket would hide what is sent on it. */
const partOf = (option: string): string =>
  /refused$|wrongPassword/i.test(option) ? 'refusals' : /socket/i.test(option) ? 'socket' : option

function isThing(json: Json): json is { [field: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof Raw)
}

function ok(body: Json) {
  return { status: 200, body }
}

function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

function padded(amount: Big): string {
  return amount.toFixed(18)
}

/** Makes the amounts of a row unreadable. A row without amounts loses all its fields. */
function spoilt(row: Thing): Thing {
  const amounts = Object.entries(row).filter(([, value]) => value instanceof Big)
  return amounts.length ? { ...row, ...Object.fromEntries(amounts.map(([name]) => [name, 'abc'])) } : {}
}
