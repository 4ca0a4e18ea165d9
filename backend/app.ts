import { randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import swagger from '@fastify/swagger'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { calls } from '~/contract'
import { watchUsedPlaces } from './auth/used-places'
import { handlers } from './api/calls/index'
import { tidePath, tidePicture } from './demo/picture'
import { Refusal } from './domain/refusal'
import { openApiOptions } from './api/openapi'
import { nestsTooDeep } from './api/input-limits'
import { takeForms } from './storage/multipart'
import { bodyLimitKb, isRefusal, isUnknownAddress, problemOf } from './api/problems'
import { logRequests } from './api/request-log'
import { addRoute, clientOf } from './api/route'
import { languageOf } from './domain/texts'
import { addPaymentHooks } from './api/payment-hooks'
import { type MoneyIn } from './money-in/money-in'
import { defaultTrustedProxies, warnOfStrangeProxies } from './api/trusted-proxies'
import { type Services } from './services'

/**
 * The backend as a server that does not listen yet: every call of the contract is a route, those without code answer
 * 501 and are named in the log and in `GET /api/openapi.json`, so that nothing pretends.
 * @param options.trustedProxies addresses and ranges, or `loopback`
 * @param options.moneyIn takes what payment processors report; null: their calls are not there
 * @param options.isDraining whether it is about to close: it is not ready then, and connections end with their answer
 */
export function buildBackend(
  services: Services,
  {
    trustedProxies = defaultTrustedProxies,
    moneyIn = null,
    isDraining = () => false,
  }: { trustedProxies?: readonly string[]; moneyIn?: MoneyIn | null; isDraining?: () => boolean } = {},
): FastifyInstance {
  const { db, productClock, realClock, newId, limits, log } = services
  // Fastify's own type of a logger, or every type of the server would carry pino's.
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: bodyLimitKb * 1024,
    trustProxy: [...trustedProxies],
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // Who is answered has had the time to leave; a call that is under way on a kept connection has not.
    return503OnClosing: false,
    // Of addresses that it can't read at all.
    frameworkErrors: answerWithProblem,
  })
  app.setValidatorCompiler(validatorCompiler)
  takeJson(app)
  takeForms(app)
  logRequests(app)

  warnOfStrangeProxies(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('bearerOf', null)
  app.decorateRequest('form', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      date: productClock.now().toUTCString(),
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    done()
  })
  // With the answer, not with its call: a call that is under way at the stop ends its connection as well. Kept, the
  // connection would keep the server.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
  const usedPlaces = watchUsedPlaces(services)
  app.addHook('onResponse', ({ caller, ip, headers }, _reply, done) => {
    if (caller) usedPlaces.note(caller, clientOf({ ip, headers }))
    done()
  })
  app.addHook('onClose', () => services.afterAnswer.done())
  app.setErrorHandler(answerWithProblem)
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found')
  })

  const built = new Map(handlers(services).map((one) => [one.call, one]))
  const missing = calls.filter(([, call]) => !built.has(call)).map(([id]) => id)
  log.info({ built: built.size }, 'the contract is served')
  if (missing.length > 0) log.warn({ notBuilt: missing }, 'what is not built answers 501')

  const answered = new Set(calls.filter(([, call]) => built.has(call)).map(([id]) => id))
  void app.register(swagger, openApiOptions(calls, answered))
  // It describes the routes that are added once it is there.
  app.after(() => {
    for (const [id, call] of calls)
      addRoute(app, [id, call], built.get(call) ?? null, {
        db,
        realClock,
        newId,
        limits,
        demo: services.demo,
      })
  })
  if (moneyIn) addPaymentHooks(app, moneyIn)
  app.get('/api/openapi.json', () => app.swagger())
  // For what restarts a container: it is there once the port is open, asks nobody and fills no log.
  app.get('/healthz', { logLevel: 'silent' }, (_request, reply) => reply.type('text/plain').send('ok'))
  // For what shares calls among several backends.
  app.get('/readyz', { logLevel: 'silent' }, (_request, reply) =>
    isDraining()
      ? reply.status(503).type('text/plain').send('draining')
      : reply.type('text/plain').send('ready'),
  )
  if (services.demo) app.get(tidePath, (_request, reply) => reply.type('image/png').send(tidePicture()))
  return app
}

function answerWithProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { config, bodyLimit } = request.routeOptions
  const { mayFindNothing } = config
  const error = mayFindNothing && isUnknownAddress(thrown) ? new Refusal('not_found') : thrown
  if (!isRefusal(error)) request.log.error({ err: error }, 'a call failed')
  const language = languageOf(request.headers['accept-language'])
  const { status, body, retryAfter } = problemOf(error, language, request.id, bodyLimit)
  if (retryAfter) reply.header('retry-after', retryAfter)
  void reply.status(status).send(body)
}

/** The id that the app sent, so that one request is found in both logs; a malformed one is replaced. */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}

/** An empty body is an empty object: a call without fields can be sent without one. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = body as string // `parseAs` has made it one
    if (json === '') done(null, {})
    else if (nestsTooDeep(json)) done(new Refusal('validation'))
    else void parse(request, json, done)
  })
}
