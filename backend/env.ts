import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isProxyRange } from '~/formats/network'
import { isLoopback } from './outbox/loopback'
import { defaultTrustedProxies } from './api/trusted-proxies'
import { type BtcpayOptions } from './money-in/btcpay'
import { type MailOptions } from './outbox/mail-transport'
import { type MessageQuotas, defaultQuotas } from './outbox/quotas'
import { type SmsOptions } from './outbox/sms-transport'
import { type StoragePlace } from './storage/storage-of'
import { defaultUploadMib, formMib } from './accounts/upload-quotas'

/**
 * The backend's configuration, and the only reader of `process.env` in the backend. A value that can't be right
 * stops the start; the message names the variable and never its value, since the database's address is a secret.
 */

const quota = (byDefault: number) => z.coerce.number().int().min(1).max(10_000_000).default(byDefault)
const flag = z.enum(['0', '1']).transform((value) => value === '1')

const mebibytes = (byDefault: number) => z.coerce.number().int().min(0).max(100_000_000).default(byDefault)
/** Less than the size of one form would refuse every upload as one too many. */
const quotaMib = (oneFormMib: number, byDefault: number) =>
  z.coerce
    .number()
    .int()
    .max(100_000_000)
    .refine((size) => size >= oneFormMib, `must be ${oneFormMib} at least, which one form may bring`)
    .default(byDefault)

const variables = z.object({
  BACKEND_TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine(
      (items) => items.every((item) => item === 'loopback' || isProxyRange(item)),
      'takes addresses, ranges such as 10.0.0.0/8, and loopback; no range of all addresses, which would let anybody say any',
    )
    .default([...defaultTrustedProxies]),
  BACKEND_HOST: z.string().default('127.0.0.1'),
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  BACKEND_SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(10_000).default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DEMO: flag.optional(),
  DEMO_DATE: z.iso.date().optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('Europe/Vilnius'),
  STORAGE_URL: z
    .string()
    .refine(
      (text) => storagePlaceOf(text) !== null,
      'takes file: URLs of this machine, and s3://bucket/prefix?region=…&endpoint=https://…&path-style=1',
    )
    .optional(),
  STORAGE_SECRET: z
    .string()
    .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), 'takes 32 bytes in base64')
    .refine((text) => new Set(Buffer.from(text, 'base64')).size >= 8, 'holds an example')
    .optional(),
  STORAGE_MIN_FREE_MIB: mebibytes(defaultUploadMib.minFree),
  RESUMES_MIB_PER_DAY: quotaMib(formMib.application, defaultUploadMib.resumesPerDay),
  RESUMES_MIB_PER_NETWORK: quotaMib(formMib.application, defaultUploadMib.resumesPerNetworkDay),
  RESUMES_MIB_KEPT: quotaMib(formMib.application, defaultUploadMib.resumesKept),
  DOCUMENTS_MIB_PER_INVESTOR: quotaMib(formMib.verification, defaultUploadMib.documentsPerInvestorDay),
  DOCUMENTS_MIB_KEPT: quotaMib(formMib.verification, defaultUploadMib.documentsKept),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => /^([^<>@\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(text),
      'names no address',
    )
    .optional(),
  SMS_PER_NUMBER: quota(defaultQuotas.smsPerNumber),
  SMS_PER_PREFIX: quota(defaultQuotas.smsPerPrefix),
  SMS_PER_DAY: quota(defaultQuotas.smsPerDay),
  SMS_PER_NETWORK: quota(defaultQuotas.smsPerNetwork),
  SMS_PER_WIDE_NETWORK: quota(defaultQuotas.smsPerWideNetwork),
  MAIL_PER_ADDRESS: quota(defaultQuotas.mailPerAddress),
  MAIL_PER_DAY: quota(defaultQuotas.mailPerDay),
  SMS_URL: z.string().refine(isProtectedUrl, 'is not an https address').optional(),
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .refine((text) => /^\d+:[\w-]{30,}$/.test(text), 'is not a token of a bot')
    .optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  RATES_URL: z.string().refine(isProtectedUrl, 'is not an https address').optional(),
  PAYMENT_HOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine(
      (items) => items.every(isHookSecret),
      'takes secrets of 24 to 64 random bytes in base64 after whsec_',
    )
    .default([]),
  BTCPAY_URL: z.string().refine(isProtectedUrl, 'is not an https address').optional(),
  BTCPAY_STORE_ID: z
    .string()
    .regex(/^[A-Za-z0-9]+$/)
    .optional(),
  BTCPAY_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  BTCPAY_WEBHOOK_SECRETS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every((item) => item.length >= 16), 'takes secrets of 16 characters or more')
    .optional(),
  BTCPAY_METHODS: z
    .string()
    .regex(/^[\w-]+=[\w-]+(,[\w-]+=[\w-]+)*$/)
    .default('btc=BTC-CHAIN'),
  RECEIVING_ADDRESSES_LOW: z.coerce.number().int().min(0).max(1_000_000).default(50),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  SENTRY_DSN: z
    .string()
    .regex(/^https?:\/\/\w+@[^/\s]+\/(\S+\/)?\d+$/)
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKEND_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The names that the backend reads; a test compares `.env.example` with them. */
export const backendEnvNames = Object.keys(variables.shape)

export interface BackendEnv {
  /** The address to listen on: this machine alone, unless set. */
  host: string
  /** 0 takes a free one. */
  port: number
  /** How long a stop lets balancers see that this instance is not ready, before it ends anything. */
  shutdownDelayMs: number
  /** Addresses and ranges whose `X-Forwarded-For` counts, or `loopback`. */
  trustedProxies: string[]
  /** A PostgreSQL of one's own; null: the embedded one, on a folder in `dataDir`. */
  databaseUrl: string | null
  /** Where the embedded database, the outbox and made secrets live. */
  dataDir: string
  /** Where uploaded files are kept. */
  storage: StoragePlace
  /** 32 bytes that they are encrypted with; null: made at first start and kept in `dataDir`. */
  storageSecret: Buffer | null
  /** How much these files may take, in MiB; those per day before the factor of the rate limits. */
  uploadMib: typeof defaultUploadMib
  /** The mail server and the sender of a mail; null: mail is written to a file. */
  mail: MailOptions | null
  /** The SMS gateway; null: an SMS is written to a file. */
  sms: SmsOptions | null
  /** How many messages are sent, before the factor of the rate limits. */
  quotas: MessageQuotas
  /** The key that Telegram signs sign-ins with; null: no sign-in by Telegram. */
  telegramBotToken: string | null
  /** Runs as a demonstration: its data, its clock, its played payments. */
  demo: boolean
  /** The demonstration's first day, `YYYY-MM-DD`; null: the day of the first start. */
  demoDate: string | null
  /** IANA name of the zone whose days filters count by. */
  timeZone: string
  /** The origin of the app, which messages link to; null: they carry no links. */
  publicUrl: string | null
  /** The source of rates; null: the operator's table. */
  ratesUrl: string | null
  /** What payment processors sign their events with, the newest first; none: the signed call is not there. */
  hookSecrets: string[]
  /** The company's BTCPay Server; null: it has none. */
  btcpay: BtcpayOptions | null
  /** Fewer receiving addresses of a payment system than these are too few: operators are warned. */
  lowAddresses: number
  /** Multiplies every rate limit. */
  rateLimitFactor: number
  /** Where errors are reported, by Sentry's protocol; null: nowhere. */
  sentryDsn: string | null
  /** The collector that traces are sent to, without `/v1/traces`; null: there are none. */
  tracesEndpoint: string | null
  /** Where the backend's numbers are served; null: nowhere. */
  metrics: { port: number; host: string } | null
  logLevel: z.infer<typeof variables>['LOG_LEVEL']
}

/** The errors of the configuration, by the variable's name. */
export class EnvError extends Error {
  override name = 'EnvError'
}

/**
 * Checks the configuration. Empty values count as unset.
 * @throws EnvError with one line for each variable that is wrong; no line shows a value
 */
export function readEnv(source: NodeJS.Dict<string> = process.env): BackendEnv {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new EnvError(parsed.error.issues.map(describe).join('\n'))
  const v = parsed.data
  const demo = v.DEMO ?? !v.DATABASE_URL
  if (!demo && v.DATABASE_URL && !v.STORAGE_SECRET)
    throw new EnvError('STORAGE_SECRET is required; make one with: openssl rand -base64 32')
  if (v.SMTP_URL && !v.MAIL_FROM) throw new EnvError('MAIL_FROM is required with SMTP_URL')
  return {
    host: v.BACKEND_HOST,
    port: v.BACKEND_PORT,
    shutdownDelayMs: v.BACKEND_SHUTDOWN_DELAY_MS,
    trustedProxies: v.BACKEND_TRUSTED_PROXIES,
    databaseUrl: v.DATABASE_URL ?? null,
    dataDir: v.DATA_DIR,
    storage: (v.STORAGE_URL ? storagePlaceOf(v.STORAGE_URL) : null) ?? {
      kind: 'folder',
      folder: join(v.DATA_DIR, 'files'),
    },
    storageSecret: v.STORAGE_SECRET ? Buffer.from(v.STORAGE_SECRET, 'base64') : null,
    uploadMib: {
      minFree: v.STORAGE_MIN_FREE_MIB,
      resumesPerDay: v.RESUMES_MIB_PER_DAY,
      resumesPerNetworkDay: v.RESUMES_MIB_PER_NETWORK,
      resumesKept: v.RESUMES_MIB_KEPT,
      documentsPerInvestorDay: v.DOCUMENTS_MIB_PER_INVESTOR,
      documentsKept: v.DOCUMENTS_MIB_KEPT,
    },
    mail: v.SMTP_URL && v.MAIL_FROM ? { url: v.SMTP_URL, from: v.MAIL_FROM } : null,
    sms: v.SMS_URL ? { url: v.SMS_URL, token: v.SMS_TOKEN ?? null } : null,
    quotas: {
      ...defaultQuotas,
      smsPerNumber: v.SMS_PER_NUMBER,
      smsPerPrefix: v.SMS_PER_PREFIX,
      smsPerDay: v.SMS_PER_DAY,
      smsPerNetwork: v.SMS_PER_NETWORK,
      smsPerWideNetwork: v.SMS_PER_WIDE_NETWORK,
      mailPerAddress: v.MAIL_PER_ADDRESS,
      mailPerDay: v.MAIL_PER_DAY,
    },
    telegramBotToken: v.TELEGRAM_BOT_TOKEN ?? null,
    demo,
    demoDate: v.DEMO_DATE ?? null,
    timeZone: v.TIME_ZONE,
    publicUrl: v.PUBLIC_URL ? new URL(v.PUBLIC_URL).origin : null,
    ratesUrl: v.RATES_URL ?? null,
    hookSecrets: v.PAYMENT_HOOK_SECRETS,
    btcpay: btcpayOf(v),
    lowAddresses: v.RECEIVING_ADDRESSES_LOW,
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    sentryDsn: v.SENTRY_DSN ?? null,
    tracesEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metrics:
      v.BACKEND_METRICS_PORT === undefined ? null : { port: v.BACKEND_METRICS_PORT, host: v.METRICS_HOST },
    logLevel: v.LOG_LEVEL,
  }
}

/** Whether the app of this configuration is served by an upstream of its own, whose operators are not in our database. */
export const hasUpstream = (source: NodeJS.Dict<string> = process.env): boolean =>
  Boolean(source['UPSTREAM_URL']?.trim())

/** A fixed text for issues without their own: zod's could contain the value. */
function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.code === 'custom' ? issue.message : 'is not a value it can have'}`
}

type Variables = z.output<typeof variables>

/** @throws EnvError when a part of it is missing */
function btcpayOf(v: Variables): BtcpayOptions | null {
  const { BTCPAY_URL: url, BTCPAY_STORE_ID: storeId, BTCPAY_API_KEY: apiKey } = v
  const { BTCPAY_WEBHOOK_SECRETS: webhookSecrets, BTCPAY_METHODS: listed } = v
  if (url === undefined) return null
  if (!storeId || !apiKey || !webhookSecrets)
    throw new EnvError(
      'BTCPAY_STORE_ID, BTCPAY_API_KEY and BTCPAY_WEBHOOK_SECRETS are required with BTCPAY_URL',
    )
  const methods = new Map(listed.split(',').map((pair) => pair.split('=') as [string, string])) // its form was checked
  return { url: url.replace(/\/+$/, ''), storeId, apiKey, webhookSecrets, methods }
}

/** As Standard Webhooks has them. One that repeats few bytes is an example. */
function isHookSecret(text: string): boolean {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64')
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 && bytes.length >= 24 && bytes.length <= 64 && new Set(bytes).size >= 8
}

/** Null for what is no place of files. Credentials are none of its parts: an address is shown and logged. */
function storagePlaceOf(text: string): StoragePlace | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol === 's3:') return bucketOf(url)
  try {
    const folder = fileURLToPath(url)
    return folder === '/' ? null : { kind: 'folder', folder }
  } catch {
    return null
  }
}

const bucketParams: ReadonlySet<string> = new Set(['region', 'endpoint', 'path-style'])

function bucketOf({ hostname, username, port, pathname, searchParams, hash }: URL): StoragePlace | null {
  const bucket = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) ? hostname : null
  const prefix = decodedPath(pathname)
  if (bucket === null || prefix === null || username || port || hash) return null
  if ([...searchParams.keys()].some((name) => !bucketParams.has(name))) return null
  const endpoint = searchParams.get('endpoint')
  if (endpoint !== null && !isProtectedUrl(endpoint)) return null
  const pathStyle = searchParams.get('path-style') ?? '0'
  const region = searchParams.get('region') ?? 'us-east-1'
  if (!/^[01]$/.test(pathStyle) || !/^[a-z0-9-]{1,40}$/.test(region)) return null
  return { kind: 's3', bucket, prefix, region, endpoint, pathStyle: pathStyle === '1' }
}

/** Of `/a/b` the prefix `a/b/`. Null for one that servers would read differently. */
function decodedPath(pathname: string): string | null {
  const path = pathname.replace(/^\/+|\/+$/g, '')
  if (path === '') return ''
  return /^[\w-]+(\/[\w-]+)*$/.test(path) ? `${path}/` : null
}

/** Codes go to it, or prices of exchanges come from it: under TLS, or on this very machine. */
function isProtectedUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
