import { type FastifyInstance } from 'fastify'
import { type LoggerOptions } from 'pino'
import { messageOfError } from '~/telemetry/error-message.server'

/**
 * What the log may hold: one line a request with the call's name. It never holds an address, headers, a body or an
 * answer, so that no bearer, password, code, document or wallet gets into it. The redaction below is the second line of
 * defence.
 */

/** Options of the backend's pino. A statement that failed is logged without its values. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: { program: 'backend' },
    redact: {
      paths: ['authorization', 'password', 'token', 'refreshToken', 'code', 'wallet', 'cookie'].flatMap(
        (name) => [name, `*.${name}`, `*.*.${name}`],
      ),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  }
}

/** One line when the answer is out. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        call: request.routeOptions.config.call ?? null,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.user.id ?? request.bearerOf ?? undefined,
      },
      'answered',
    )
    done()
  })
}

/** Name, message, stack and cause; of database errors the message, and never the values of the statement. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  // PostgreSQL's `detail`, which is left out, repeats a row.
  const { code: errorCode, constraint } = error as { code?: unknown; constraint?: unknown }
  const stack = error.stack?.slice(error.stack.indexOf('\n    at ') + 1)
  return {
    type: error.name,
    message: messageOfError(error),
    errorCode,
    constraint,
    stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  }
}
