import { Pool } from 'undici'
import { contract } from '~/contract'
import { type Call, type CallAnswer, isChange } from '~/contract/call'
import { type OverviewQuery } from '~/contract/extensions/overview'
import {
  type AnswerOptions,
  forBearersOnly,
  notAskable,
  notThere,
  read,
  readParts,
  unanswered,
  untrusted,
} from './answer.server'
import { type Dialect, plainDialect } from './dialect/dialect.server'
import {
  type TranslatedRequest,
  dialectOf,
  multipartNaming,
  translateRequest,
} from './dialect/translate.server'
import { UpstreamFailure } from './failure.server'
import { type DeviationCounts, createDeviationCounts } from './reader/deviations.server'
import { acceptedFiles, receiveFile } from './files.server'
import { createOverviews } from './overview.server'
import { createKeptAnswers } from './kept-answers.server'
import { createPictures } from './pictures.server'
import { createSharedAnswers } from './shared-answers.server'
import { partsOf } from './target.server'
import { NoAnswer, type Outgoing, exchange, type Incoming } from './transport.server'
import {
  type Caller,
  type CountedCall,
  type PressBudget,
  type SendAny,
  type SendOptions,
  type Upstream,
  type UpstreamLog,
  type UpstreamPool,
  type UpstreamTimeouts,
} from './types'
import { newTraceparent } from '~/telemetry/traceparent.server'
import { type Tracing } from '~/telemetry/tracing.server'
import { createUpstreamTime } from './upstream-time.server'

/**
 * The only client of the upstream. Invariants: it connects to one origin and the contract's paths, with an allow-list of
 * headers; the bearer is in one of them and nowhere else; no change is retried. A failure is logged once, with its kind and
 * request id and without any value of the call.
 */

export interface UpstreamOptions {
  /** The upstream's base without `/api`. */
  url: string
  timeouts: UpstreamTimeouts
  log: UpstreamLog
  /** The maximum of open connections; further calls queue, within their own timeout. */
  connections?: number
  /** The IANA time zone of times without one. */
  timeZone?: string
  /** The IANA time zone of this app, whose days filters are about. */
  dayZone?: string
  /** How the upstream differs from the contract. */
  dialect?: Dialect
  /** Counts what the tolerant reader had to convert or drop. */
  deviations?: DeviationCounts
  /** Called after each call that was sent or could not be. */
  onCall?: (call: CountedCall) => void
  tracing?: Tracing | null
  /** This process's clock, in milliseconds since the epoch. */
  now?: () => number
}

/** Opens the connection pool to one upstream. Created once at start and shared by all requests. */
export function createUpstreamPool({
  url,
  timeouts,
  log,
  connections = 128,
  timeZone = 'UTC',
  dayZone = timeZone,
  dialect = plainDialect,
  deviations = createDeviationCounts(log),
  onCall,
  tracing = null,
  now = Date.now,
}: UpstreamOptions): UpstreamPool {
  const base = new URL(url)
  const prefix = `${base.pathname.replace(/\/+$/, '')}${dialect.prefix}`
  const time = createUpstreamTime(now)
  const shared = createSharedAnswers()
  const knownSettings = new Set<string>()
  const overviews = createOverviews(now)
  const pool = new Pool(base.origin, { connections, connect: { timeout: timeouts.connectMs } })
  const pictures = createPictures(pool, base.origin, timeouts.getMs)

  /** What is sent, and how a failure of it is named. @throws UpstreamFailure if it can't be sent */
  function prepared(caller: Caller, [id, call, input, options]: Parameters<SendAny>) {
    const sendsPassword = 'currentPassword' in input && Boolean(input.currentPassword)
    const hasBearer = caller.token !== null && !options.withoutBearer
    const request = { id, call, requestId: caller.requestId, sendsPassword, hasBearer }
    const own = dialectOf(dialect, id)
    if (!own) throw notThere(request)
    const parts = partsOf(call, input as Record<string, unknown>)
    if (!parts) throw notAskable(request, 'validation', 'a value can not stand in the path')
    const translated = translateRequest(dialect, own, call, parts)
    if (call.keyed && !options.key) throw notAskable(request, 'idempotency_key_required', 'no key')
    const outgoing: Outgoing = {
      method: translated.method,
      path: prefix + translated.path,
      headers: {
        ...headersOf(caller, options, translated, dialect),
        ...(call.attachment && { accept: acceptedFiles }),
      },
      body: options.multipart?.open(multipartNaming(dialect, own)) ?? translated.body,
      budgetMs: budgetOf(call, options, timeouts, caller.press),
      onBodyEnd: caller.press && (() => (caller.press!.restart(), caller.press!.leftMs())),
      signal: options.signal,
    }
    return { request, own, outgoing }
  }

  async function send(caller: Caller, question: Parameters<SendAny>, { wanted, by = read }: Reading) {
    const { request, own, outgoing } = prepared(caller, question)
    const asFailure = (error: unknown) => {
      throw error instanceof NoAnswer ? unanswered(request, error) : error
    }
    const input = wanted ?? question[2]
    const reading = { timeZone, dayZone, input, dialect, own, onDeviations: deviations.note }
    if (request.call.attachment) {
      const received = await receiveFile(pool, { ...outgoing, headMs: timeouts.getMs }).catch(asFailure)
      if ('file' in received) return received.file
      read(request, received.answer, reading)
      throw untrusted(request, received.answer.status, 'no file of a known kind')
    }
    const answer = await exchange(pool, outgoing).catch(asFailure)
    time.note(dateOf(answer))
    return by(request, answer, reading)
  }

  async function counted(caller: Caller, question: Parameters<SendAny>, reading: Reading) {
    if (!onCall && !tracing) return send(caller, question, reading)
    const [id, , , { signal }] = question
    const startedMs = performance.now()
    const span = tracing?.start(id, {
      kind: 'client',
      parent: caller.traceparent,
      attributes: { 'tideline.request_id': caller.requestId },
    })
    let outcome: CountedCall['outcome'] = 'ok'
    try {
      return await send(span ? { ...caller, traceparent: span.traceparent } : caller, question, reading)
    } catch (error) {
      outcome = signal?.aborted ? 'cancelled' : error instanceof UpstreamFailure ? error.kind : 'error'
      throw error
    } finally {
      onCall?.({ call: id, outcome, seconds: (performance.now() - startedMs) / 1000 })
      span?.end({ 'tideline.outcome': outcome }, failedOutcomes.has(outcome))
    }
  }

  async function logged(caller: Caller, question: Parameters<SendAny>, reading: Reading = {}) {
    const [id, , , options] = question
    try {
      return await counted(caller, question, reading)
    } catch (error) {
      if (error instanceof UpstreamFailure && isFault(error) && !options.signal?.aborted) {
        const { kind, status, requestId } = error
        log.warn({ requestId, call: id, kind, status, key: options.key }, error.message)
      }
      throw error
    }
  }

  /**
   * An upstream may refuse a list's sorting, search or filters. The list is then requested again without them, and filtered
   * here.
   */
  async function askWithQueryFallback(caller: Caller, ...question: Parameters<SendAny>) {
    const [id, call, input, options] = question
    try {
      return await logged(caller, question)
    } catch (error) {
      const isRefused = error instanceof UpstreamFailure && error.sent && error.kind === 'refused'
      const isOptional = (name: string) => optionalParams.has(name) && name in call.query.shape
      const [optional] = Object.keys(input).filter(isOptional)
      if (!isRefused || call.method !== 'GET' || optional === undefined) throw error
      const plain = Object.fromEntries(Object.entries(input).filter(([name]) => !isOptional(name)))
      const answer = await logged(caller, [id, call, plain, options], { wanted: input })
      deviations.note(id, [{ field: optional, rule: 'refused_query' }])
      return answer
    }
  }

  function noteSetting({ key, value }: Setting) {
    knownSettings.add(key)
    if (key !== 'extensions') return
    overviews.note(value)
    keptAnswers.note(value)
  }

  /**
   * Some upstreams crash or answer with HTML for a setting that they don't have. A setting that was never answered is then
   * treated as missing (404); one that was answered before, as unavailable for now.
   */
  async function askForSetting(caller: Caller, ...question: Parameters<SendAny>) {
    const [id, call, input] = question
    if (call !== contract.settings.get) return askWithQueryFallback(caller, ...question)
    const { key } = input as { key: string }
    try {
      const answer = await askWithQueryFallback(caller, ...question)
      noteSetting(answer as Setting)
      return answer
    } catch (error) {
      const breaks = error instanceof UpstreamFailure && isBroken(error)
      throw breaks && !knownSettings.has(key) ? notThere({ id, call, requestId: caller.requestId }) : error
    }
  }

  /** An upstream may answer a public call only with a bearer. */
  async function askWithBearer(caller: Caller, ...[id, call, input, options]: Parameters<SendAny>) {
    try {
      return await askForSetting(caller, id, call, input, options)
    } catch (error) {
      const isForBearers = error instanceof UpstreamFailure && error.code === forBearersOnly
      if (!isForBearers || !options.withoutBearer || caller.token === null) throw error
      const answer = await askForSetting(caller, id, call, input, { ...options, withoutBearer: false })
      deviations.note(id, [{ field: '', rule: 'bearer' }])
      return answer
    }
  }

  /** How an answer is read that is a part of another one; null for a call that this upstream does not have. */
  function readingOf(id: string, input: object): AnswerOptions | null {
    const own = dialectOf(dialect, id)
    return own && { timeZone, dayZone, input, dialect, own }
  }

  const keptAnswers = createKeptAnswers({ send: askWithBearer, readingOf })

  async function askReportingFailure(
    caller: Caller,
    onFailure: ((failure: UpstreamFailure) => void) | undefined,
    ...[id, call, input, options]: Parameters<SendAny>
  ) {
    const alone = () => keptAnswers.send(caller, id, call, input, options)
    const { token, language } = caller
    const question = { id, input, language, hasBearer: token !== null, isSoon: options.soon ?? false }
    try {
      // A call that its caller may abort is not shared, nor does who can't wait wait for another's.
      const isAlone = call.attachment || options.signal !== undefined || caller.press?.leftMs() === 0
      return await (isAlone ? alone() : shared.answer(question, alone))
    } catch (error) {
      if (error instanceof UpstreamFailure) onFailure?.(error)
      throw error
    }
  }

  /** The calls of the overview are answered together where the upstream does that, and every other call alone. */
  function inOverview(caller: Caller, query: OverviewQuery, alone: SendAny): SendAny {
    const { read: call } = contract.overview
    return overviews.open(query, {
      alone,
      async load(names) {
        const options = { soon: true }
        const by: typeof read = (...answered) => readParts(...answered, names)
        const whole = await logged(caller, ['overview.read', call, query, options], { by })
        return whole as ReturnType<typeof readParts>
      },
      requestOf: (id, part) => ({ id, call: part, requestId: caller.requestId }),
      readingOf,
      onDeviations: deviations.note,
      onSetting: noteSetting,
    })
  }

  async function reach(signal: AbortSignal): Promise<void> {
    const { method, path, body, contentType } = publicQuestion(dialect)
    const { status } = await exchange(pool, {
      ...{ method, path: prefix + path, body, signal },
      headers: { accept: 'application/json', ...(body !== null && { 'content-type': contentType }) },
      budgetMs: timeouts.getMs,
    })
    if (gatewayStatuses.includes(status)) throw new Error(`status ${status}`)
  }

  return {
    reach,
    for(caller, onFailure) {
      const alone: SendAny = (...question) => askReportingFailure(caller, onFailure, ...question)
      const sendAny = caller.overview ? inOverview(caller, caller.overview, alone) : alone
      return bind(sendAny, { now: time.now, timeZone, pictures, deviations: deviations.all })
    },
    forget: () => shared.forget(),
    connections: () => ({
      open: pool.stats.connected,
      idle: pool.stats.free,
      running: pool.stats.running,
      waiting: pool.stats.queued,
    }),
    close: () => pool.close(),
  }
}

/** Query parameters that a list can be requested without: they only narrow or sort it. */
const optionalParams: ReadonlySet<string> = new Set([
  ...['sort', 'sortDir', 'search', 'days', 'from', 'to', 'status', 'type', 'currency', 'account'],
  ...['level', 'unread'],
])

/** Statuses of a gateway without a backend, or of an upstream that can't serve. */
const gatewayStatuses = [502, 503, 504]

/** Public calls that every upstream has, for the readiness probe: the first that the dialect does not declare missing. */
function publicQuestion(dialect: Dialect): TranslatedRequest {
  const { settings, content } = contract
  const questions: [id: string, call: Call, input: Record<string, unknown>][] = [
    ['settings.get', settings.get, { key: 'telegramAuthAvailable' }],
    ['settings.plans', settings.plans, {}],
    ['settings.paymentSystems', settings.paymentSystems, {}],
    ['content.news', content.news, {}],
  ]
  for (const [id, call, input] of questions) {
    const own = dialectOf(dialect, id)
    const parts = own && partsOf(call, input)
    if (parts) return translateRequest(dialect, own, call, parts)
  }
  return { method: 'GET', path: '', body: null, contentType: 'application/json' }
}

/** Longer `User-Agent` headers are cut. */
const maxDevice = 300

/** How an answer is read. */
interface Reading {
  /** The full query that rows must match, if the request had to leave a part of it out. */
  wanted?: object
  /** Reads another thing from it than the call's output. */
  by?: typeof read
}

type Setting = CallAnswer<typeof contract.settings.get>

/** Builds one function for each call of the contract. */
function bind(
  send: SendAny,
  others: Pick<Upstream, 'now' | 'timeZone' | 'pictures' | 'deviations'>,
): Upstream {
  const resources = Object.entries(contract).map(([resource, group]) => [
    resource,
    Object.fromEntries(
      Object.entries(group as unknown as Record<string, Call>).map(([name, call]) => [
        name,
        (input: object = {}, options: SendOptions = {}) => send(`${resource}.${name}`, call, input, options),
      ]),
    ),
  ])
  return { ...(Object.fromEntries(resources) as Omit<Upstream, keyof typeof others>), ...others }
}

/** The headers of a request: the bearer, the idempotency key, and who it is for. */
export function headersOf(
  caller: Caller,
  { key, answerKey, multipart, withoutBearer }: SendOptions,
  { body, contentType }: TranslatedRequest,
  { bearer }: Dialect,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': caller.language,
    'x-request-id': caller.requestId,
    traceparent: caller.traceparent ?? newTraceparent(),
  }
  if (caller.address) headers['x-forwarded-for'] = caller.address
  const device = caller.device?.replace(/[^\x20-\x7e]/g, '').slice(0, maxDevice)
  if (device) headers['user-agent'] = device
  if (caller.deviceId) headers['x-device-id'] = caller.deviceId
  if (caller.token && !withoutBearer)
    headers[bearer.header.toLowerCase()] = bearer.scheme ? `${bearer.scheme} ${caller.token}` : caller.token
  const idempotencyKey = key ?? answerKey
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  if (multipart) headers['content-type'] = multipart.contentType
  else if (body !== null) headers['content-type'] = contentType
  return headers
}

/**
 * The timeout of an optional part of a page is at most that of the page's own calls. While somebody waits for a press, its calls
 * share one. A call that changes something does not end with it where a page of its own shows what becomes of it.
 */
function budgetOf(
  call: Call,
  { soon }: SendOptions,
  { getMs, moneyMs, uploadMs, partMs }: UpstreamTimeouts,
  press: PressBudget | undefined,
): number {
  const { files, attachment, keyed, slow } = call
  if (files || attachment) return uploadMs
  const isRead = !isChange(call)
  if (keyed || (!isRead && press?.isOutlasted)) return moneyMs
  const ownMs = slow ? moneyMs : soon ? Math.min(partMs, getMs) : getMs
  return Math.min(ownMs, Math.max(isRead ? minGetMs : minChangeMs, press?.leftMs() ?? Infinity))
}

/** What is left for a call once the time of its press is used up: enough for an upstream that is well. */
const minGetMs = 500
const minChangeMs = 1_000

/** Only failures that an operator of the app can act on are logged; refusals are not. */
function isFault({ kind, code }: UpstreamFailure): boolean {
  if (kind === 'refused') return code === 'idempotency_key_required'
  return kind === 'unavailable' || kind === 'timeout' || kind === 'bad_upstream' || kind === 'unknown'
}

const failedOutcomes: ReadonlySet<CountedCall['outcome']> = new Set([
  ...(['unavailable', 'timeout', 'bad_upstream', 'unknown', 'error'] as const),
])

/** Whether the same request would get the same response again. */
const isBroken = ({ kind, status }: UpstreamFailure): boolean => kind === 'bad_upstream' || status === 500

function dateOf({ headers }: Incoming): string | undefined {
  return [headers.date].flat()[0]
}
