import { type FastifyInstance } from 'fastify'
import { rangesOf } from '~/formats/proxy-ranges.server'

/** The peers whose `X-Forwarded-For` is trusted: this machine, where the app runs. */
export const defaultTrustedProxies: readonly string[] = ['loopback']

/** Whether a peer is one of the trusted, which may be named `loopback`. */
export function peersAmong(trusted: readonly string[]): (address: string | undefined) => boolean {
  const isTrusted = rangesOf(trusted.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : one)))
  return (address) => address !== undefined && isTrusted(address)
}

/** Warns once about `X-Forwarded-For` from an untrusted peer. */
export function warnOfStrangeProxies(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', ({ headers, ips, socket }, _reply, done) => {
    done()
    // A trusted peer yields at least two addresses: its own and the forwarded one.
    if (isWarned || headers['x-forwarded-for'] === undefined || (ips && ips.length > 1)) return
    isWarned = true
    app.log.warn(
      { peer: socket.remoteAddress },
      'X-Forwarded-For of a peer that is not among BACKEND_TRUSTED_PROXIES does not count; this is said once',
    )
  })
}
