import { type IncomingMessage, type ServerResponse } from 'node:http'
import helmet from 'helmet'
import onHeaders from 'on-headers'
import { type Env } from '~/env.server'
import { paths } from '~/paths'
import { fileTypes } from '~/formats/file-kinds.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

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
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

/** A placeholder in the policy for each answer's nonce. */
const noncePlace = 'NONCE'

/**
 * The restrictions that browsers enforce for us, on every answer, errors included. Scripts and styles run by this
 * answer's nonce; nothing is embedded, nothing embeds us, forms go nowhere else. A file that somebody handed in runs and
 * loads nothing at all. What a page is made of goes without the policies of documents.
 */
export function securityHeaders(env: Env): Middleware {
  const ofAll = headersOf(env)
  const ofTelegram = env.telegramBot ? headersOf(env, telegramSources) : ofAll
  return (req, res, next) => {
    const { url, nonce } = requestInfoOf(req)
    const { policy, others } = url.pathname === paths.loginTelegram() ? ofTelegram : ofAll
    for (const [name, value] of others) res.setHeader(name, value)
    res.setHeader(policyName, policy.replaceAll(noncePlace, nonce))
    onHeaders(res, () => {
      const type = String(res.getHeader('content-type') ?? '')
      if (fileTypes.some((one) => type.startsWith(one))) res.setHeader(policyName, filePolicy)
      if (partTypes.some((one) => type.startsWith(one)))
        for (const name of [policyName, ...others.keys()]) if (!ofParts.has(name)) res.removeHeader(name)
    })
    next()
  }
}

/**
 * What a page is made of runs by the page's own policy: a browser ignores that of a script, a style sheet or a typeface, and a
 * kilobyte of it with each of twenty of them is a fifth of their weight.
 */
const partTypes = ['text/javascript', 'text/css', 'font/']

/** What a browser obeys of them: nothing else takes them for something else, and no other site loads them. */
const ofParts = new Set([
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
])

/** Of pictures and PDF files, whoever made them. Viewers of browsers draw both with styles of their own. */
const filePolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join(';')

/** Permissions of a page in addition to those of all pages. */
interface Wider {
  scriptSrc: string[]
  frameSrc: string[]
  /** A window that the page opens may speak to it. */
  opensWindows: boolean
}

/** Telegram's button is their script, which creates their iframe, which opens their window. */
const telegramSources: Wider = {
  scriptSrc: ['https://telegram.org'],
  frameSrc: ['https://oauth.telegram.org'],
  opensWindows: true,
}

/**
 * The same for a shared page: a public nonce protects nothing, so nothing inline runs, and all that is loaded comes
 * from here.
 */
export function headersOfCachedPages(env: Env): Record<string, string> {
  const { policy, others } = headersOf(env)
  const withoutNonce = policy.replaceAll(` 'nonce-${noncePlace}'`, '').replace(" 'strict-dynamic'", '')
  return { ...Object.fromEntries(others), [policyName]: withoutNonce }
}

const policyName = 'Content-Security-Policy'

/** What helmet makes of our rules, made once: only the nonce is another for each answer. */
function headersOf(
  { publicUrl, imageOrigins, mode, hsts }: Env,
  wider?: Wider,
): { policy: string; others: Map<string, string> } {
  const isHttps = publicUrl.protocol === 'https:'
  const nonce = `'nonce-${noncePlace}'`
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonce, "'strict-dynamic'", ...(wider?.scriptSrc ?? [])],
        styleSrc: ["'self'", nonce],
        imgSrc: ["'self'", ...imageOrigins],
        fontSrc: ["'self'"],
        // Not every browser takes the socket's scheme for our own. The compiler's reload socket has its own port.
        connectSrc: [
          "'self'",
          publicUrl.origin.replace(/^http/, 'ws'),
          ...(mode === 'development' ? ['ws://localhost:*'] : []),
        ],
        ...(wider && { frameSrc: wider.frameSrc }),
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    // Other hosts of the domain may belong to other teams, and a browser's preload list is hard to leave.
    strictTransportSecurity: isHttps && {
      maxAge: 63_072_000,
      includeSubDomains: hsts !== 'host',
      preload: hsts === 'preload',
    },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: wider?.opensWindows ? 'same-origin-allow-popups' : 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })
  const others = new Map([['Permissions-Policy', features.map((feature) => `${feature}=()`).join(', ')]])
  const recorder = {
    setHeader: (name: string, value: string) => void others.set(name, value),
    removeHeader: () => {},
  }
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  const policy = others.get(policyName) ?? ''
  others.delete(policyName)
  return { policy, others }
}
