import { type FastifyInstance } from 'fastify'

/** Of whom `X-Forwarded-For` counts: of this machine, where the app runs. */
export const defaultTrustedProxies: readonly string[] = ['loopback']

/** Says once that `X-Forwarded-For` came from somebody of whom it does not count. */
export function warnOfStrangeProxies(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', ({ headers, ips, socket }, _reply, done) => {
    done()
    // Of a trusted peer there are two addresses at least, its own and the one that it tells.
    if (isWarned || headers['x-forwarded-for'] === undefined || (ips && ips.length > 1)) return
    isWarned = true
    app.log.warn(
      { peer: socket.remoteAddress },
      'X-Forwarded-For of a peer that is not among BACKEND_TRUSTED_PROXIES does not count; this is said once',
    )
  })
}
