import { type Logger, pino } from 'pino'
import { type Env } from '~/env.server'
import { type ErrorReports, createErrorReports } from '~/telemetry/error-reports.server'
import { reportingHooks } from '~/telemetry/log-hooks.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

/** Names under which code may log a secret or a document. */
const secretNames = [
  'token',
  'refreshToken',
  'password',
  'passwordRepeat',
  'currentPassword',
  'cookie',
  'authorization',
  'wallet',
  'documentNumber',
  'headers',
  'form',
]

/** The app's log, and where its errors are reported. */
export type AppLog = Logger & { reports: ErrorReports }

/** The app's log: a line of JSON for each event, with possible secrets redacted. */
export function createLog(
  { logLevel, sentryDsn }: Pick<Env, 'logLevel'> & Partial<Pick<Env, 'sentryDsn'>>,
  destination?: pino.DestinationStream,
): AppLog {
  const reports = createErrorReports('app', sentryDsn ?? null)
  // A code of the phone; one level down, `err.code` is the system's error code.
  const paths = ['code', ...secretNames.flatMap((name) => [name, `*.${name}`])]
  const options = {
    ...{ level: logLevel, base: { program: 'app' }, redact: { paths, censor: '[redacted]' } },
    hooks: sentryDsn ? reportingHooks(reports) : {},
  }
  return Object.assign(destination ? pino(options, destination) : pino(options), { reports })
}

/** The token of a mail's link: one that closes an account, and one that makes an operator. */
const secretInPath = /^(\/(?:not-me|invitation)\/)[^/]+/

/** One line a request, written when its answer has ended or its client has gone. */
export function logRequests(log: Logger, now: () => number = () => performance.now()): Middleware {
  return (req, res, next) => {
    const startedMs = now()
    const requestInfo = requestInfoOf(req)
    // The query stays out: a reader's searches are private.
    const path = req.url?.split('?', 1)[0]?.replace(secretInPath, '$1[redacted]')
    res.on('close', () => {
      const line = {
        requestId: requestInfo.id,
        method: req.method,
        path,
        status: res.statusCode,
        ms: Math.round((now() - startedMs) * 10) / 10,
        client: requestInfo.address,
        ...(!res.writableFinished && { aborted: true }),
      }
      if (res.statusCode >= 500) log.error(line, 'request')
      else log.info(line, 'request')
    })
    next()
  }
}

/** The id of the request on its answer, for reports to support. */
export const requestIdHeader: Middleware = (req, res, next) => {
  res.setHeader('x-request-id', requestInfoOf(req).id)
  next()
}
