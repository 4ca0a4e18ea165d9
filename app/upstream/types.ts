import { type Language } from '~/contract/languages'
import { type Readable } from 'node:stream'
import { type Contract } from '~/contract'
import { type OverviewQuery } from '~/contract/extensions/overview'
import { type Call, type CallInput, type CallAnswer, type FileCall } from '~/contract/call'
import { type FailureKind, type UpstreamFailure } from './failure.server'
import { type FileKind } from '~/formats/file-kinds.server'
import { type CountedDeviation } from './reader/deviations.server'

/** The reader for whom a call is made: all that the upstream learns about the browser. */
export interface Caller {
  /** The bearer of the signed-in session. It leaves this process in one header only. */
  token: string | null
  language: Language
  /** It is sent upstream and logged with every line, so that a fault can be followed through both programs. */
  requestId: string
  /** The W3C header of the trace that the call belongs to; without one it begins its own. */
  traceparent?: string
  /** The browser's address, as far as it is known. */
  address: string | null
  /** The browser's name for itself, by which readers know their sessions apart. */
  device?: string
  /** The id of the browser, where it has one; opaque. */
  deviceId?: string | null
  /** How long the reader is to be kept waiting; absent where nobody waits. */
  press?: PressBudget
  /** The calls are those of the overview, which some upstreams answer all in one; absent for any other page. */
  overview?: OverviewQuery
}

/** How long one press may keep its reader waiting, all calls together. */
export interface PressBudget {
  /** What is left, in milliseconds; 0 when it is used up. */
  leftMs: () => number
  /** Begins now: a form with files is waited for from the moment when its last byte was passed on. */
  restart: () => void
  /** Whether calls that change something go on when it is used up. */
  readonly isOutlasted: boolean
  /** The reader gets the answer later, on a page of its own: what changes something has its own time. */
  outlast: () => void
  /** Nobody waits any more. */
  release: () => void
}

/** How long each part of a call may take, in milliseconds. */
export interface UpstreamTimeouts {
  connectMs: number
  getMs: number
  moneyMs: number
  uploadMs: number
  /** A part of a page that the page can do without. */
  partMs: number
}

/** One call that was made, for the numbers of the app. */
export interface CountedCall {
  /** The contract's name of it, such as `deposits.create`. */
  call: string
  outcome: 'ok' | 'cancelled' | 'error' | FailureKind
  seconds: number
}

/** How many connections there are, and what waits for one. */
export interface UpstreamConnections {
  open: number
  idle: number
  /** Calls that are under way. */
  running: number
  /** Calls that wait for a connection. */
  waiting: number
}

export interface UpstreamLog {
  warn(fields: Record<string, unknown>, message: string): void
}

export interface SendOptions {
  /** The `Idempotency-Key` of a keyed call; without one a keyed call is not made. */
  key?: string
  /** That of another change: its answer is asked for by it when it is lost. A secret, since whoever has it gets that answer. */
  answerKey?: string
  /** Ends the call early, for instance because the browser went away; no fault of the upstream's. */
  signal?: AbortSignal
  /** It is for a part that is left out rather than waited for: a hanging upstream must not slow a public page. */
  soon?: boolean
  /** A public call without the reader's bearer: its answer is the same for everyone. */
  withoutBearer?: boolean
  multipart?: Multipart
}

/** The multipart body of a call with files, streamed through as it comes. */
export interface Multipart {
  contentType: string
  /** The body with the upstream's names. Opened at most once, when the call is sent. */
  open: (naming: MultipartNaming) => Readable
}

/** What the parts of a multipart body are called by the upstream. */
export interface MultipartNaming {
  /** The texts under the upstream's names and in its words. */
  texts: (texts: Readonly<Record<string, string>>) => Record<string, string>
  /** The upstream's name of a file. */
  fileName: (name: string) => string
}

/** A call's input may be left out where every field of it may. */
type Arguments<C extends Call> =
  Partial<CallInput<C>> extends CallInput<C>
    ? [input?: CallInput<C>, options?: SendOptions]
    : [input: CallInput<C>, options?: SendOptions]

/** One call of the contract as a function: a flat input of path, query and body, a checked answer. */
export type Send<C extends Call> = (
  ...args: Arguments<C>
) => Promise<C extends FileCall ? UpstreamFile : CallAnswer<C>>

/** Any call by its name in the contract, such as `deposits.create`. */
export type SendAny = (id: string, call: Call, input: object, options: SendOptions) => Promise<unknown>

/** A file that is still being received. */
export interface UpstreamFile {
  /** By its first bytes: the declared type is not trusted. */
  kind: FileKind
  /** Its length as declared; null if it was not. */
  bytes: number | null
  /** To be read to its end or cancelled; fails if the file breaks off, is too long or takes too long. */
  stream: ReadableStream<Uint8Array>
}

/** Every call of the contract, for one reader. A call that fails throws an `UpstreamFailure`. */
export type Upstream = {
  readonly [Resource in keyof Contract]: {
    readonly [Name in keyof Contract[Resource]]: Contract[Resource][Name] extends Call
      ? Send<Contract[Resource][Name]>
      : never
  }
} & {
  /** The upstream's present moment by its last `Date` header: time left is counted from it. */
  now: () => Date
  /** The IANA time zone of its times without one, and so of its days. */
  readonly timeZone: string
  pictures: Pictures
  /** What had to be bent to understand its answers, or was left out, since the start; the most frequent first. */
  deviations: () => CountedDeviation[]
}

export interface Picture {
  mediaType: string
  bytes: Buffer
}

/** Pictures that the upstream itself serves, which browsers can't reach. */
export interface Pictures {
  /** Whether the address is one of the upstream's own. */
  areAt(address: string): boolean
  /**
   * Requested without the reader's bearer. Null if it is no PNG, JPEG or WebP by its bytes, is too large, or can't be
   * read.
   * @throws TypeError if the address is not the upstream's
   */
  get(address: string): Promise<Picture | null>
}

export interface UpstreamPool {
  /** @param onFailure called for each failed call, before its caller gets the error */
  for(caller: Caller, onFailure?: (failure: UpstreamFailure) => void): Upstream
  /**
   * Requests something that every upstream has. Any answer of the upstream counts.
   * @throws if there is no answer, or only one of a gateway whose upstream is down
   */
  reach: (signal: AbortSignal) => Promise<void>
  /** The connections at this moment. */
  connections: () => UpstreamConnections
  /** The upstream's content has changed: shared answers are requested again. */
  forget: () => void
  /** Waits for the calls in flight, then closes the connections. */
  close(): Promise<void>
}
