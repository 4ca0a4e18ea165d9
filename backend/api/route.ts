import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteHandlerMethod,
  type RouteOptions as RouteOptionsOfFastify,
} from 'fastify'
import { type Call, isChange } from '~/contract/call'
import { AnswerKey, IdempotencyKey } from '~/contract/values'
import { type Caller } from '../auth/tokens'
import { refuseElsewhere } from '../auth/used-places'
import { recordRefused } from '../activity/record'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { Refusal } from '../domain/refusal'
import { type Answer, answerOnce } from '../idempotency/answer-once'
import { keepAnswer } from '../idempotency/keep-answer'
import { authorize, isBoundToPlace, optionalAuth } from './access'
import { type Attachment } from '../storage/storage'
import { type CallRequest, type Handler } from './handler'
import { checkInput } from './input-limits'
import { type Limits } from './limits'
import { type Form, letPass, openForm } from '../storage/multipart'
import { bodyLimitKb, problemOf } from './problems'
import { languageOf } from '../domain/texts'

/**
 * Turns a call of the contract and the code that answers it into a route. Invariants of every call: the access rule is
 * checked first, then the schemas, and an answer has only what the contract's schema describes.
 */

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Whose bearer came with it, also where the call was refused. */
    bearerOf: string | null
    /** Of a call that takes files, once its text fields are read. */
    form: Form | null
  }
  interface FastifyContextConfig {
    /** The contract's name of the call, such as `deposits.create`. */
    call?: string
    /** Whether the call may answer that there is nothing at this address. */
    mayFindNothing?: boolean
  }
}

export interface RouteOptions {
  db: Db
  realClock: Clock
  newId: () => string
  limits: Pick<Limits, 'keyedCalls'>
  /** Whether this is the demonstration. */
  demo: boolean
}

/**
 * A call whose last parameter is optional is two routes, with it and without.
 * @param built null answers 501 to a caller whom the contract authorizes
 */
export function addRoute(
  app: FastifyInstance,
  [id, call]: [id: string, call: Call],
  built: Handler | null,
  options: RouteOptions,
): void {
  for (const url of urlsOf(call)) {
    app.route({
      method: call.method,
      url,
      config: { call: id, mayFindNothing: call.errors.includes('not_found') },
      ...(built ? answering([id, call], built, options) : notImplemented(call, options)),
    })
  }
}

function urlsOf({ path }: Call): string[] {
  const full = `/api${path.replace(/\{(\w+)\??\}/g, ':$1')}`
  return path.endsWith('?}') ? [full, full.slice(0, full.lastIndexOf('/'))] : [full]
}

type Answering = Omit<RouteOptionsOfFastify, 'method' | 'url' | 'config'>

/** An authorized caller gets the 501 before the request is read. */
function notImplemented(call: Call, { db, realClock, demo }: RouteOptions): Answering {
  const refuse = () => Promise.reject(new Refusal('not_implemented'))
  return {
    async onRequest(request) {
      await authorize(call, request.headers.authorization, { db, now: realClock.now(), demo })
      return refuse()
    },
    handler: refuse,
  }
}

function answering([id, call]: [id: string, call: Call], built: Handler, options: RouteOptions): Answering {
  const { db, demo, realClock, limits } = options
  const answer: RouteHandlerMethod = async (request, reply) => {
    const input = callRequestOf(request, db)
    if (call.attachment) return sendFile(reply, (await built.run(input, request.caller)) as Attachment) // only `authenticatedDownload` answers such a call
    const run = async (callRequest: CallRequest): Promise<Answer> => ({
      status: call.status,
      body: checked(call, await built.run(callRequest, request.caller)),
    })
    const identified = {
      call: id,
      request: { params: input.params, query: input.query, body: withoutCredentials(call, input.body) },
      now: realClock.now(),
    }
    const send = ({ status, body, replayed = false }: Answer & { replayed?: boolean }) => {
      if (replayed) reply.header('idempotent-replayed', 'true')
      return reply.status(status).send(body)
    }
    const refuse = (refusal: Refusal) => problemOf(refusal, input.language, request.id)
    if (!call.keyed) {
      const key = optionalKeyOf(call, request)
      const ran = () => run(input)
      return send(await (key ? keepAnswer(db, { ...identified, key, run: ran, refuse }) : ran()))
    }
    const { user } = request.caller! // every keyed call has a caller: a test of the contract holds it
    let isCounted = false
    const answered = await answerOnce(db, {
      ...identified,
      userId: user.id,
      key: keyOf(request),
      // Counted inside the call: the stored answer of a known key is returned without a limit.
      async run(tx, outside) {
        if (user.role === 'investor' && !isCounted) await limits.keyedCalls.count(user.id)
        isCounted = true
        return run({ ...input, db: tx, outside })
      },
      refuse,
    })
    return send(answered)
  }
  const handler: RouteHandlerMethod = async function (request, reply) {
    try {
      return await answer.call(this, request, reply)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'password_wrong')
        await recordWrongPassword(request, options)
      throw error
    }
  }

  return {
    bodyLimit: (call.bodyKb ?? bodyLimitKb) * 1024,
    schema: {
      params: call.params,
      querystring: call.query,
      ...(call.method !== 'GET' && { body: call.body }),
    },
    async onRequest(request) {
      const { authorization } = request.headers
      const now = realClock.now()
      const bearer = built.optionalAuth
        ? await optionalAuth(authorization, { db, now })
        : await authorize(call, authorization, {
            ...{ db, now, demo },
            onBearer: ({ user }) => (request.bearerOf = user.id),
          })
      request.caller = bearer && { ...bearer, origin: clientOf(request) }
      if (request.caller && isBoundToPlace(call, request.caller))
        await refuseElsewhere(options, request.caller)
    },
    async preValidation(request) {
      if (call.files) {
        request.form = await openForm(request, call)
        request.body = request.form.fields
      } else if (request.isMultipart()) {
        throw new Refusal('unsupported_file')
      }
      // A call without fields may be sent without a body.
      request.body ??= {}
      checkInput(request.raw.url ?? '', request.query, request.body)
    },
    async onSend(request, _reply, payload) {
      if (call.files && request.isMultipart()) await letPass(request)
      return payload
    },
    handler,
  }
}

/** For the account's owner to see: a caller with a bearer who does not know the password. */
async function recordWrongPassword(
  request: FastifyRequest,
  { db, newId, realClock }: RouteOptions,
): Promise<void> {
  const { caller } = request
  if (!caller) return
  const { address, device } = clientOf(request)
  const refused = { userId: caller.user.id, at: realClock.now(), origin: { address, device } }
  await recordRefused(db, newId, { ...refused, kind: 'password_wrong' })
}

/** Without a file name, so that no browser opens it next to the page or trusts its declared type. */
function sendFile(reply: FastifyReply, { mediaType, bytes, stream }: Attachment): FastifyReply {
  return reply
    .header('content-type', mediaType)
    .header('content-length', bytes)
    .header('content-disposition', 'attachment')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(stream)
}

function callRequestOf(request: FastifyRequest, db: Db): CallRequest {
  return {
    // The schemas of this very call have parsed them.
    params: request.params as CallRequest['params'],
    query: request.query as CallRequest['query'],
    body: (request.body ?? {}) as CallRequest['body'],
    files: request.form?.uploads ?? noFiles(),
    db,
    language: languageOf(request.headers['accept-language']),
    ...clientOf(request),
    origin: `${request.protocol}://${request.host}`,
    deviceId: deviceIdOf(request),
  }
}

/** Whose request it is: the client's address, and its own name for itself. */
export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  address: ip,
  device: headers['user-agent']?.slice(0, 300) ?? null,
})

async function* noFiles(): AsyncGenerator<never> {}

/** The part of a request that identifies it under a key. Credentials are left out. */
function withoutCredentials({ credentials = [] }: Call, body: CallRequest['body']): CallRequest['body'] {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !credentials.includes(name)))
}

/** The answer in the contract's shape, without a field that it does not name. Throws when it has not that shape. */
function checked(call: Call, answer: unknown): unknown {
  return call.output.encode(answer)
}

function deviceIdOf({ headers }: FastifyRequest): string | null {
  const id = [headers['x-device-id']].flat()[0]
  return id && /^[\w-]{16,64}$/.test(id) ? id : null
}

/** The key of a change that needs none. One that others could guess is no key. */
function optionalKeyOf(call: Call, { headers }: FastifyRequest): string | undefined {
  return isChange(call) ? AnswerKey.safeParse(headers['idempotency-key']).data : undefined
}

/** @throws Refusal idempotency_key_required, also for a key that `outcomes` could not look up */
function keyOf(request: FastifyRequest): string {
  const key = IdempotencyKey.safeParse(request.headers['idempotency-key'])
  if (!key.success) throw new Refusal('idempotency_key_required')
  return key.data
}
