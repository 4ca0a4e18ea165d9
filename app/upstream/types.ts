import { type Language } from '~/contract/languages'
import { type Readable } from 'node:stream'
import { type Contract } from '~/contract'
import { type Call, type CallInput, type CallAnswer } from '~/contract/call'
import { type UpstreamFailure } from './failure.server'
import { type CountedDeviation } from './reader/deviations.server'

/** Who a call is made for: what the upstream is told about the reader, and nothing else of the browser's. */
export interface Caller {
  /** The bearer of the signed-in session. It leaves this process in one header only. */
  token: string | null
  language: Language
  /** Goes upstream and stands in every log line, so one fault can be followed through both programs. */
  requestId: string
  /** The browser's address, as far as it is known. */
  address: string | null
  /** The browser's name for itself, by which readers know their sessions apart. */
  device?: string
  /** The id of the browser, where it has one; opaque. */
  deviceId?: string | null
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

export interface UpstreamLog {
  warn(fields: Record<string, unknown>, message: string): void
}

export interface SendOptions {
  /** The `Idempotency-Key` of a keyed call; without one a keyed call is not made. */
  key?: string
  /** Ends the call early, for instance because the browser went away; no fault of the upstream's. */
  signal?: AbortSignal
  /** It is for a part that is left out rather than waited for: a hanging upstream must not slow a public page. */
  soon?: boolean
  /** A public call that is asked without the reader's bearer: what it answers is nobody's own. */
  withoutBearer?: boolean
  /** The multipart body of a call with files, streamed through as it comes. */
  multipart?: { contentType: string; stream: Readable }
}

/** A call's input may be left out where every field of it may. */
type Arguments<C extends Call> =
  Partial<CallInput<C>> extends CallInput<C>
    ? [input?: CallInput<C>, options?: SendOptions]
    : [input: CallInput<C>, options?: SendOptions]

/** One call of the contract as a function: a flat input of path, query and body, a checked answer. */
export type Send<C extends Call> = (...args: Arguments<C>) => Promise<CallAnswer<C>>

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
   * Without the reader's bearer. Null for what is no PNG, JPEG or WebP by its own bytes, is too large, or does not come.
   * @throws TypeError where the address is another's
   */
  get(address: string): Promise<Picture | null>
}

export interface UpstreamPool {
  /** @param onFailure told of each call that fails, before its caller is */
  for(caller: Caller, onFailure?: (failure: UpstreamFailure) => void): Upstream
  /**
   * Asks for something that every upstream has. Whatever is answered, somebody is there.
   * @throws where nobody answers, or only a gateway that has nobody behind it
   */
  reach: (signal: AbortSignal) => Promise<void>
  /** The upstream's content has changed: what was answered to all alike is asked anew. */
  forget: () => void
  /** Waits for the calls in flight, then lets go of the connections. */
  close(): Promise<void>
}
