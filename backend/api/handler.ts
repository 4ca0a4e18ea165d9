import { type Attachment } from '../storage/storage'
import { type z } from 'zod'
import { type Call, type CallOutput } from '~/contract/call'
import { type Caller } from '../auth/tokens'
import { type Db } from '../db/connect'
import { type Upload } from '../storage/multipart'
import { type Language } from '~/contract/languages'

/** A call of the contract together with the code that answers it. */

/** A request that has passed the contract's access rule and schemas. */
export interface CallRequest<C extends Call = Call> {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
  /** The files of a multipart call, as they come in; to be gone through to the end. */
  files: AsyncIterable<Upload>
  /** The pool; of a keyed call the transaction in which its answer is remembered together with its effect. */
  db: Db
  /** Of a keyed call: what its `OutsideFirst` has resolved to; undefined before that. */
  outside?: unknown
  language: Language
  /** The client's address, as the app forwards it when it runs on this machine. */
  address: string
  /** The address of this backend in the request, such as `http://127.0.0.1:4000`: the base of links to itself. */
  origin: string
  /** The client's own name for itself. */
  device: string | null
  /** By which the client knows one of its browsers from the other; opaque. */
  deviceId: string | null
}

export interface Handler {
  call: Call
  /** A public call that uses a token if there is one. */
  optionalAuth?: boolean
  run(request: CallRequest, caller: Caller | null): Promise<unknown>
}

/** A call without authentication. */
export function publicHandler<C extends Call>(
  call: C,
  run: (request: CallRequest<C>) => Promise<CallOutput<C>>,
): Handler {
  if (call.access !== 'public') throw new Error(`${call.path} is not public`)
  return { call, run: (request) => run(request) }
}

/** A public call that answers more to a signed-in investor. */
export function publicOptionalAuth<C extends Call>(
  call: C,
  run: (request: CallRequest<C>, caller: Caller | null) => Promise<CallOutput<C>>,
): Handler {
  if (call.access !== 'public') throw new Error(`${call.path} is not public`)
  return { call, optionalAuth: true, run }
}

/** A call with an authenticated caller. The route enforces the contract's access rule before it runs. */
export function authenticated<C extends Call>(
  call: C,
  run: (request: CallRequest<C>, caller: Caller) => Promise<CallOutput<C>>,
): Handler {
  if (call.access === 'public') throw new Error(`${call.path} has no caller`)
  return { call, run: (request, caller) => run(request, caller!) } // never null past the access rule
}

/** A call whose caller is known and that answers with a file. */
export function authenticatedDownload<C extends Call>(
  call: C,
  run: (request: CallRequest<C>, caller: Caller) => Promise<Attachment>,
): Handler {
  if (call.access === 'public' || !call.attachment) throw new Error(`${call.path} gives no file to a caller`)
  return { call, run: (request, caller) => run(request, caller!) } // never null past the access rule
}
