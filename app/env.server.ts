import { z } from 'zod'
import { isProxyRange } from '~/formats/network'

/**
 * The app's configuration, and the only reader of `process.env` in the app. A value that can't be right stops
 * the start; the message names the variable and never its value, since some of them are secrets.
 */

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const port = z.coerce.number().int().min(0).max(65_535)
const milliseconds = (byDefault: number, max = 600_000) =>
  z.coerce.number().int().min(1).max(max).default(byDefault)
/** A key that the upstream has not seen after two minutes counts as never sent (`submission.server.ts`). */
const maxMoneyMs = 110_000

const httpUrl = z
  .url({ protocol: /^https?$/ })
  .transform((value) => new URL(value))
  .refine((url) => !url.search && !url.hash, 'must have no query and no fragment')

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const sessionSecrets = list
  .refine((keys) => keys.every((key) => key.length >= 32), 'each key needs at least 32 characters')
  .refine((keys) => !keys.some(isExample), 'holds an example; make one with: openssl rand -hex 32')
  .refine((keys) => new Set(keys).size === keys.length, 'holds the same key twice')

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  ALLOWED_HOSTS: list.optional(),
  TRUSTED_PROXIES: list
    .refine(
      (items) => items.every(isProxyRange),
      'takes addresses and ranges such as 10.0.0.0/8, and no range of all addresses, which would let anybody say any',
    )
    .default([]),
  HSTS: z.enum(['host', 'subdomains', 'preload']).default('host'),
  SECURITY_CONTACT: z
    .string()
    .refine(
      (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/.test(text),
      'is no mailto:, https: or tel: address',
    )
    .optional(),
  UPSTREAM_URL: httpUrl.optional(),
  UPSTREAM_TIMEOUT_CONNECT_MS: milliseconds(3_000),
  UPSTREAM_TIMEOUT_GET_MS: milliseconds(10_000),
  UPSTREAM_TIMEOUT_MONEY_MS: milliseconds(30_000, maxMoneyMs),
  UPSTREAM_TIMEOUT_UPLOAD_MS: milliseconds(100_000),
  UPSTREAM_TIMEOUT_PART_MS: milliseconds(1_500),
  FORM_ANSWER_MS: milliseconds(10_000),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(10_000).default(0),
  SESSION_SECRETS: sessionSecrets.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  DEMO: flag.optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('Europe/Vilnius'),
  UPSTREAM_DIALECT: z.string().optional(),
  UPSTREAM_TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('UTC'),
  IMAGE_ORIGINS: list.refine((items) => items.every(isHttpsOrigin), 'takes https origins').default([]),
  TELEGRAM_BOT: z
    .string()
    .regex(/^[A-Za-z0-9_]{5,32}$/)
    .optional(),
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/\w+@[^/\s]+\/(\S+\/)?\d+$/)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The names that the app reads; a test compares `.env.example`. */
export const envNames = Object.keys(variables.shape)

export interface Env {
  mode: 'development' | 'production'
  port: number
  host: string
  /** Where browsers find the app. Cookies and HSTS follow its scheme. */
  publicUrl: URL
  /** Host names, or `name:port`, that are answered. */
  allowedHosts: string[]
  /** Addresses and ranges whose `X-Forwarded-*` headers count. */
  trustedProxies: string[]
  /** Strict-Transport-Security: this host, its subdomains too, or also the browsers' preload lists. */
  hsts: 'host' | 'subdomains' | 'preload'
  /** Where weaknesses are reported to, as a URI; null: the company's own e-mail. */
  securityContact: string | null
  /** Base of the upstream without `/api`; null: the backend of this repository is started beside the app. */
  upstreamUrl: string | null
  /** The file that describes how the upstream differs from the contract. */
  upstreamDialect: string | null
  /** The zone of the upstream's times that name none. */
  upstreamTimeZone: string
  timeouts: { connectMs: number; getMs: number; moneyMs: number; uploadMs: number; partMs: number }
  /** How long a form that moves money waits for its call before it is answered with "under way". */
  formAnswerMs: number
  /** How long a stop lets balancers see that this instance is not ready, before it ends anything. */
  shutdownDelayMs: number
  /** Newest first; null: one is made at first start and stored in `dataDir`. */
  sessionSecrets: string[] | null
  redisUrl: string | null
  /** Multiplies every rate limit. */
  rateLimitFactor: number
  dataDir: string
  demo: boolean
  timeZone: string
  imageOrigins: string[]
  /** The name of the bot of Telegram's sign-in button; null: the button is not shown. */
  telegramBot: string | null
  /** Where errors are reported, by Sentry's protocol; null: nowhere. */
  sentryDsn: string | null
  /** The collector that traces are sent to, without `/v1/traces`; null: there are none. */
  tracesEndpoint: string | null
  /** Where the app's numbers are served; null: nowhere. */
  metrics: { port: number; host: string } | null
  logLevel: string
}

/** The errors of the configuration, by the variable's name. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * Checks the configuration. Empty values count as unset.
 * @throws EnvError with one line for each variable that is wrong; no line shows a value
 */
export function parseEnv(source: NodeJS.Dict<string>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new EnvError(parsed.error.issues.map(describe).join('\n'))
  const v = parsed.data

  if (v.UPSTREAM_DIALECT && !v.UPSTREAM_URL)
    throw new EnvError('UPSTREAM_DIALECT is for an upstream of your own, and needs UPSTREAM_URL')
  const publicUrl = v.PUBLIC_URL ?? new URL(`http://localhost:${v.PORT}`)
  if (publicUrl.protocol === 'http:' && !isLoopback(publicUrl.hostname))
    throw new EnvError('PUBLIC_URL must be https outside this machine')
  if (publicUrl.pathname !== '/') throw new EnvError('PUBLIC_URL must have no path')

  const demo = v.DEMO ?? (!v.UPSTREAM_URL && !v.DATABASE_URL)
  if (!v.SESSION_SECRETS?.length && !demo && v.NODE_ENV !== 'development')
    throw new EnvError('SESSION_SECRETS is required; make one with: openssl rand -hex 32')

  return {
    mode: v.NODE_ENV === 'development' ? 'development' : 'production',
    port: v.PORT,
    host: v.HOST,
    publicUrl,
    allowedHosts: v.ALLOWED_HOSTS ?? [publicUrl.hostname, 'localhost', '127.0.0.1'],
    trustedProxies: v.TRUSTED_PROXIES,
    hsts: v.HSTS,
    securityContact: v.SECURITY_CONTACT ?? null,
    upstreamUrl: v.UPSTREAM_URL ? v.UPSTREAM_URL.href.replace(/\/+$/, '') : null,
    upstreamDialect: v.UPSTREAM_DIALECT ?? null,
    upstreamTimeZone: v.UPSTREAM_TIME_ZONE,
    timeouts: {
      connectMs: v.UPSTREAM_TIMEOUT_CONNECT_MS,
      getMs: v.UPSTREAM_TIMEOUT_GET_MS,
      moneyMs: v.UPSTREAM_TIMEOUT_MONEY_MS,
      uploadMs: v.UPSTREAM_TIMEOUT_UPLOAD_MS,
      partMs: v.UPSTREAM_TIMEOUT_PART_MS,
    },
    formAnswerMs: v.FORM_ANSWER_MS,
    shutdownDelayMs: v.SHUTDOWN_DELAY_MS,
    sessionSecrets: v.SESSION_SECRETS?.length ? v.SESSION_SECRETS : null,
    redisUrl: v.REDIS_URL ?? null,
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    dataDir: v.DATA_DIR,
    demo,
    timeZone: v.TIME_ZONE,
    imageOrigins: v.IMAGE_ORIGINS,
    telegramBot: v.TELEGRAM_BOT ?? null,
    sentryDsn: v.SENTRY_DSN ?? null,
    tracesEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metrics: v.METRICS_PORT === undefined ? null : { port: v.METRICS_PORT, host: v.METRICS_HOST },
    logLevel: v.LOG_LEVEL,
  }
}

/** The process's configuration; ends the process with exit code 1 when it can't be right. */
export function readEnv(source: NodeJS.Dict<string> = process.env): Env {
  try {
    return parseEnv(source)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    process.stderr.write(`Tideline can't start with this configuration:\n${error.message}\n`)
    process.exit(1)
  }
}

/**
 * The environment of the backend that the app starts: all variables, which the backend's own schema reads, but for what
 * opens sessions, and the app's address, to which messages link. The backend knows bearers by their hashes alone and
 * must not be able to make or open a cookie.
 */
export function backendEnv(
  { demo, dataDir, publicUrl }: Env,
  { SESSION_SECRETS: _secrets, ...source }: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  return { ...source, DEMO: demo ? '1' : '0', DATA_DIR: dataDir, PUBLIC_URL: publicUrl.origin }
}

/** Our own words and zod's rule names; a message of zod's may quote the value. */
function describe({ path, code, message }: z.core.$ZodIssue): string {
  return `${path.join('.')} ${code === 'custom' ? message : 'has a value that is not understood'}`
}

/** The kind of secret that examples and tutorials use. */
function isExample(key: string): boolean {
  return /example|change.?me|secret|password|your.?key/i.test(key) || new Set(key).size < 8
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function isHttpsOrigin(item: string): boolean {
  return URL.canParse(item) && new URL(item).origin === item && item.startsWith('https:')
}

/** Whether a host name means this machine itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
