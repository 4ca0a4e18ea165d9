import { type IncomingMessage, type ServerResponse, request } from 'node:http'
import { pipeline } from 'node:stream'
import { plain } from './plain.server'
import { type Middleware } from '~/session/request-info.server'

/** More than the backend takes, which refuses a longer body itself. */
const maxBytes = 64 * 1024
const answerMs = 20_000
/** The addresses of `backend/api/payment-hooks.ts`, as the whole target of a request: an address with dot segments is another one. */
const addresses = ['/api/hooks/payments', '/api/hooks/btcpay']

/**
 * Passes the signed calls of payment processors on to the backend that this process has started, which no other machine
 * reaches. Nothing is read of them here: they are no forms, have no session, and are signed over their bytes.
 * @param backendUrl null: the backend is not ours, and is called where it is
 */
export function passPaymentHooks(backendUrl: string | null): Middleware {
  return (req, res, next) => {
    const address = addresses.find((one) => one === req.url?.split('?', 1)[0])
    if (backendUrl === null || !address) return next()
    if (req.method !== 'POST') return plain(res, 405, 'POST only', { allow: 'POST' })
    const bytes = Number(req.headers['content-length'])
    if (!Number.isSafeInteger(bytes)) return plain(res, 411, 'a length is required')
    if (bytes > maxBytes) return plain(res, 413, 'too large', { connection: 'close' })
    pass(new URL(address, backendUrl), req, res)
  }
}

function pass(url: URL, req: IncomingMessage, res: ServerResponse): void {
  const signed = Object.entries(req.headers).filter(([name]) => /^(webhook-|btcpay-|content-)/.test(name))
  const passed = request(url, {
    ...{ method: 'POST', headers: Object.fromEntries(signed), timeout: answerMs },
  })
  const fail = () => {
    if (res.headersSent) res.destroy()
    else plain(res, 502, 'the backend does not answer')
  }
  passed.on('timeout', () => passed.destroy())
  passed.on('error', fail)
  passed.on('response', (answer) => {
    const { 'content-type': type = 'application/json' } = answer.headers
    res.writeHead(answer.statusCode ?? 502, { 'content-type': type, 'cache-control': 'no-store' })
    // Where the backend breaks off the sender learns so, and sends it again.
    pipeline(answer, res, () => undefined)
  })
  req.on('aborted', () => passed.destroy())
  req.pipe(passed)
}
