import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { onTestFinished } from 'vitest'
import { createHttpServer, listen } from '~/server/http-server.server'
import { type Refusal } from '~/session/refusal.server'
import { type Middleware } from '~/session/request-info.server'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface TestRequest {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer
}

export interface Served {
  port: number
  ask: (path: string, request?: TestRequest) => Promise<Answer>
  server: ReturnType<typeof createHttpServer>
}

/**
 * A real server with this middleware, for the length of one test. A request that passes all of it gets 200
 * and `reached`, or the answer of the given application. A refusal is answered as a 418 with its reason.
 */
export async function serveMiddleware(
  steps: readonly Middleware[],
  application: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end('reached'),
): Promise<Served> {
  const app = express().set('trust proxy', true)
  for (const step of steps) app.use(step)
  app.use((req, res) => application(req, res))
  app.use((error: Refusal, _req: IncomingMessage, res: ServerResponse, _next: unknown) => {
    res.statusCode = 418
    res.end(error.reason ?? String(error))
  })
  return serveHttpServer([], app)
}

/** The same for the middleware before the application. */
export async function serveHttpServer(
  steps: readonly Middleware[],
  application: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => void res.end('reached'),
  refuse?: Parameters<typeof createHttpServer>[2],
): Promise<Served> {
  const server = createHttpServer(steps, application, refuse)
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, server, ask: (path, request) => ask(port, path, request) }
}

/** One raw request, with no headers but Host unless given. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: TestRequest = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const isAnnounced = body !== undefined && !headers['transfer-encoding']
    const length = isAnnounced ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false, headers: { ...length, ...headers } },
      (answer) => {
        text(answer).then(
          (answerText) =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: answerText }),
          reject,
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The body and headers of a posted form. */
export function formOf(fields: Record<string, string> | [string, string][]): Required<TestRequest> {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
}
