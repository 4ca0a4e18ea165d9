import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createRequestHandler } from '@remix-run/express'
import { type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { type Request, type RequestHandler, type Response } from 'express'
import { handlerByAddress } from './build-parts.server'
import { receivePage } from './whole-page.server'
import { requestInfoOf } from '~/session/request-info.server'

export interface RemixOptions {
  build: ServerBuild
  mode: 'development' | 'production'
  contextOf: (req: IncomingMessage, res: ServerResponse) => AppLoadContext | Promise<AppLoadContext>
}

/** The application itself, on the framework's own Express adapter. */
export function remix({ build, mode, contextOf }: RemixOptions): RequestHandler {
  // `res.req` is the request that the guards have seen; `req` may be the copy with a readable body.
  const getLoadContext = async (_req: Request, res: Response) => {
    const context = await contextOf(res.req, res)
    receivePage(context, res)
    return context
  }
  const handlerOf = handlerByAddress(build, (part) =>
    createRequestHandler({ build: part, mode, getLoadContext }),
  )
  return (req, res, next) => void handlerOf(req.path)(withBodyAgain(req), res, next)
}

/**
 * The middleware has read the form; the adapter expects a readable body. It gets the same fields again, so that code
 * that reads the request in a route finds what `context.form` holds, and nothing waits without end. Besides the body it
 * gets what the adapter reads of a request.
 */
function withBodyAgain(req: Request): Request {
  const { form } = requestInfoOf(req)
  if (!form) return req
  const fields = [...form] as [string, string][] // no files: those are in `context.upload`
  const body = Readable.from([new URLSearchParams(fields).toString()], { objectMode: false })
  const { method, headers, originalUrl, protocol, hostname } = req
  const parts = { method, headers, originalUrl, protocol, hostname, get: req.get.bind(req) }
  return Object.assign(body, parts) as unknown as Request
}
