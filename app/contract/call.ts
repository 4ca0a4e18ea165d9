import { z } from 'zod'
import { type ErrorCode } from './errors'
import { type Complete, type Understood } from './reading'

/**
 * One call of the upstream, stated once. The app's client, the backend's routes, the contract suite and
 * the OpenAPI document are all made from these, so a shape that is wrong here is wrong in one place only.
 */

/**
 * Who may call: anyone · whoever holds a token, even before the phone is confirmed · whoever holds one, an
 * investor with a confirmed phone only · an investor with a confirmed phone · an operator.
 */
export type Access = 'public' | 'signed_in' | 'confirmed' | 'investor' | 'operator'

type Fields = z.ZodObject
type NoFields = z.ZodObject<Record<never, never>>

export interface CallOptions<P extends Fields, Q extends Fields, B extends Fields, O extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api`; `{name}` is a path parameter, `{name?}` one that may be left out. */
  path: `/${string}`
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  /** The names of the files in a multipart body; their bytes are streamed, never held. */
  files?: readonly string[]
  /** The largest file in MiB; 10 unless told. */
  maxFileMib?: number
  /** The largest body in KiB, files apart; 64 unless told. */
  bodyKb?: number
  output: O
  /** Answers with the bytes of a file, as an attachment; `output` then stands for none. */
  attachment?: boolean
  /** 200 unless told. */
  status?: 200 | 201 | 202
  /** Takes an `Idempotency-Key` and refuses to run without one. */
  keyed?: boolean
  /**
   * Fields of the body that prove who asks and are no part of what is asked: a keyed call is the same with another
   * value.
   */
  credentials?: readonly string[]
  /** Works for as long as a call that moves money may. */
  slow?: boolean
  errors?: readonly ErrorCode[]
  /** The extension that the call belongs to; without one it is part of every upstream. */
  extension?: string
}

export interface Call<
  P extends Fields = Fields,
  Q extends Fields = Fields,
  B extends Fields = Fields,
  O extends z.ZodType = z.ZodType,
> extends Omit<CallOptions<P, Q, B, O>, 'params' | 'query' | 'body'> {
  params: P
  query: Q
  body: B
  status: 200 | 201 | 202
  keyed: boolean
  errors: readonly ErrorCode[]
}

/** States a call, with nothing where the row of the contract has nothing. */
export function call<
  O extends z.ZodType,
  P extends Fields = NoFields,
  Q extends Fields = NoFields,
  B extends Fields = NoFields,
>(options: CallOptions<P, Q, B, O>): Call<P, Q, B, O> {
  const none = z.object({})
  return {
    ...options,
    params: options.params ?? (none as unknown as P),
    query: options.query ?? (none as unknown as Q),
    body: options.body ?? (none as unknown as B),
    status: options.status ?? 200,
    keyed: options.keyed ?? false,
    errors: options.errors ?? [],
  }
}

/** What a part of a call takes. A part without fields takes nothing, and must not forbid those of the others. */
type PartInput<Part extends Fields> = keyof Part['shape'] extends never ? unknown : z.input<Part>

/** Path, query and body of a call as one flat object: what the app's client is given. */
export type CallInput<C extends Call> = PartInput<C['params']> & PartInput<C['query']> & PartInput<C['body']>

/** The answer of a call that went well, as the backend here gives it. */
export type CallOutput<C extends Call> = Complete<C['output']>

/** The answer of a call that went well, as it is read from any upstream. */
export type CallAnswer<C extends Call> = Understood<C['output']>
