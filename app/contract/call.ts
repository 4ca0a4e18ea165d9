import { z } from 'zod'
import { type ErrorCode } from './errors'
import { type OperatorRole } from './operator-roles'
import { type Complete, type Understood } from './reading'

/**
 * The definition of one call of the upstream. The app's client, the backend's routes, the contract tests and the OpenAPI
 * document are all generated from these definitions.
 */

/**
 * Who may call: anyone · any user with a token, even before the phone is confirmed · a user with a token, an investor
 * only with a confirmed phone · an investor with a confirmed phone · an operator.
 */
export type Access = 'public' | 'signed_in' | 'confirmed' | 'investor' | 'operator'

type Fields = z.ZodObject
type NoFields = z.ZodObject<Record<never, never>>

export interface CallOptions<P extends Fields, Q extends Fields, B extends Fields, O extends z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api`; `{name}` is a path parameter, `{name?}` one that may be left out. */
  path: `/${string}`
  access: Access
  /** Of an operator's call: the roles that may make it, besides `admin`. Absent: every operator. */
  roles?: readonly OperatorRole[]
  summary: string
  params?: P
  query?: Q
  body?: B
  /** The names of the files in a multipart body; files are streamed and never buffered. */
  files?: readonly string[]
  /** The maximum size of a file in MiB; 10 by default. */
  maxFileMib?: number
  /** The maximum size of the body in KiB, without files; 64 by default. */
  bodyKb?: number
  output: O
  /** The response is a file, as an attachment; `output` is not used then. */
  attachment?: boolean
  /** 200 by default. */
  status?: 200 | 201 | 202
  /** Requires an `Idempotency-Key`. */
  keyed?: boolean
  /** Changes nothing, though its method is not GET. */
  readsOnly?: boolean
  /** Fields of the body that are credentials: they are no part of what the idempotency key identifies. */
  credentials?: readonly string[]
  /** Has the timeout of calls that move money. */
  slow?: boolean
  errors?: readonly ErrorCode[]
  /** The extension that the call belongs to; calls without one are part of every upstream. */
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

/** Defines a call; missing parts are empty. */
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

/** Whether the call changes something upstream. */
export const isChange = ({ method, readsOnly = false }: Pick<Call, 'method' | 'readsOnly'>): boolean =>
  method !== 'GET' && !readsOnly

/** A call whose answer is a file. */
export type FileCall<P extends Fields = Fields, Q extends Fields = Fields> = Call<
  P,
  Q,
  NoFields,
  z.ZodNull
> & { attachment: true }

/** Defines a call that is answered with a file, as an attachment. */
export function fileCall<P extends Fields = NoFields, Q extends Fields = NoFields>(
  options: Omit<CallOptions<P, Q, NoFields, z.ZodNull>, 'method' | 'output' | 'attachment'>,
): FileCall<P, Q> {
  return { ...call({ ...options, method: 'GET', output: z.null() }), attachment: true }
}

/** The input type of a part of a call. A part without fields must not exclude the fields of the others. */
type PartInput<Part extends Fields> = keyof Part['shape'] extends never ? unknown : z.input<Part>

/** The input of the app's client: path, query and body as one flat object. */
export type CallInput<C extends Call> = PartInput<C['params']> & PartInput<C['query']> & PartInput<C['body']>

/** The output of a call, as this repository's backend returns it. */
export type CallOutput<C extends Call> = Complete<C['output']>

/** The output of a call, as the tolerant reader returns it for any upstream. */
export type CallAnswer<C extends Call> = Understood<C['output']>
