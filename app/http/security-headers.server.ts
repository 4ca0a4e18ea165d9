import { type IncomingMessage } from 'node:http'
import helmet from 'helmet'
import { type Env } from '~/env.server'
import { type Step, visitOf } from './visit.server'

const features = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

/**
 * What the browser is told to refuse on our behalf, on every answer, errors included. Scripts
 * and styles run by this answer's nonce; nothing is embedded, nothing embeds us, forms go nowhere else.
 */
export function securityHeaders({ publicUrl, imageOrigins, mode }: Env): Step {
  const isHttps = publicUrl.protocol === 'https:'
  const nonce = (req: IncomingMessage) => `'nonce-${visitOf(req).nonce}'`
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonce, "'strict-dynamic'"],
        styleSrc: ["'self'", nonce],
        imgSrc: ["'self'", ...imageOrigins],
        fontSrc: ["'self'"],
        // The compiler's reload socket has a port of its own.
        connectSrc: ["'self'", ...(mode === 'development' ? ['ws://localhost:*'] : [])],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 63_072_000, includeSubDomains: true, preload: true },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  const permissions = features.map((feature) => `${feature}=()`).join(', ')
  return (req, res, next) => {
    res.setHeader('permissions-policy', permissions)
    headers(req, res, next)
  }
}
