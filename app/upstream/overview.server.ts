import { calls } from '~/contract'
import { type Call, type CallAnswer } from '~/contract/call'
import { type OverviewPart, type OverviewQuery, overviewParts } from '~/contract/extensions/overview'
import { type settings } from '~/contract/settings'
import { type AnswerOptions, type ReadPart, type UpstreamCall } from './answer.server'
import { UpstreamFailure } from './failure.server'
import { type Deviation } from './reader/understand.server'
import { type SendAny } from './types'

/**
 * The calls of the overview, answered by one call on an upstream that announces it (`overview`). The page calls as on any
 * upstream and does not know. Invariants: the answer of a part is read as the answer of its call is; a part that is missing
 * or can't be read, and every part where the whole can't, is requested by its own call, whose failure is the one that counts.
 */

/** After the whole failed, parts are requested one by one for as long: an upstream that is slow is not asked twice for all. */
const pauseMs = 30_000

const extension = 'overview'

const idOf = new Map(calls.map(([id, call]) => [call, id]))
const parts = Object.entries(overviewParts).map(([name, { call, ...part }]: [string, OverviewPart]) => ({
  ...{ name, id: idOf.get(call) ?? '' },
  ...part,
}))
const names = parts.map(({ name }) => name)
const ids = new Set(parts.map(({ id }) => id))

/** What one request needs to read the parts. */
export interface OverviewRequest {
  /** Sends a call by itself. */
  alone: SendAny
  /** Requests the whole. @throws UpstreamFailure */
  load: (names: readonly string[]) => Promise<ReadPart>
  requestOf: (id: string, call: Call) => UpstreamCall
  /** How the answer of a call is read; null if the dialect declares it missing. */
  readingOf: (id: string, input: object) => AnswerOptions | null
  onDeviations: (id: string, deviations: readonly Deviation[]) => void
  /** Called with each setting that was a part. */
  onSetting: (setting: CallAnswer<typeof settings.get>) => void
}

export interface Overviews {
  /** The extensions that the upstream announces now. */
  note: (extensions: readonly string[]) => void
  /** The calls of one request. The whole is requested at most once, when the first of its parts is. */
  open: (query: OverviewQuery, request: OverviewRequest) => SendAny
}

/** @param now this process's clock, in milliseconds since the epoch */
export function createOverviews(now: () => number): Overviews {
  let isAnnounced = false
  let pausedUntilMs = -Infinity

  async function loaded(load: OverviewRequest['load']): Promise<ReadPart | null> {
    try {
      return await load(names)
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      if (!ofCaller.has(error.kind)) pausedUntilMs = now() + pauseMs
      return null
    }
  }

  return {
    note: (extensions) => void (isAnnounced = extensions.includes(extension)),
    open(query, { alone, load, requestOf, readingOf, onDeviations, onSetting }) {
      const nameOf = namesFor(query)
      let whole: Promise<ReadPart | null> | null | undefined

      return async (...question) => {
        const [id, call, input] = question
        const name = nameOf(question)
        const reading = name === undefined ? null : readingOf(id, input)
        if (name === undefined || !reading) return alone(...question)
        // Decided once: what is announced during the request is for the next one.
        if (whole === undefined) whole = isAnnounced && now() >= pausedUntilMs ? loaded(load) : null
        const readPart = whole && (await whole)
        if (!readPart) return alone(...question)

        const noted: Parameters<typeof onDeviations>[] = []
        const value = readOrNone(() =>
          readPart(name, requestOf(id, call), { ...reading, onDeviations: (...found) => noted.push(found) }),
        )
        if (value === undefined) return alone(...question)
        // Those of a part that can't be read are found in the answer of its own call.
        for (const found of noted) onDeviations(...found)
        if (id === 'settings.get') onSetting(value as Parameters<typeof onSetting>[0])
        return value
      }
    },
  }
}

/** Failures that say nothing about another caller's answer. */
const ofCaller: ReadonlySet<UpstreamFailure['kind']> = new Set(['unauthorized', 'forbidden', 'rate_limited'])

function readOrNone(readPart: () => unknown): unknown {
  try {
    return readPart()
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined
    throw error
  }
}

/** Finds the part that answers a call with this very input; undefined if none does. */
function namesFor(query: OverviewQuery): (question: Parameters<SendAny>) => string | undefined {
  let byKey: Map<string, string> | undefined
  return ([id, , input, { withoutBearer = false, key, signal, multipart }]) => {
    if (!ids.has(id) || key || signal || multipart) return undefined
    byKey ??= new Map(parts.map((part) => [keyOf(part.id, part.input(query), part.withoutBearer), part.name]))
    return byKey.get(keyOf(id, input, withoutBearer))
  }
}

function keyOf(id: string, input: object, withoutBearer: boolean): string {
  const fields = Object.entries(input).map(([name, value]) => `${name}=${value}`)
  return [id, withoutBearer, ...fields.sort()].join(' ')
}
