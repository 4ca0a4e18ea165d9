import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/**
 * The backend's configuration, and the only reader of `process.env` in the backend. A value that can't be right
 * stops the start; the message names the variable and never its value, since the database's address is a secret.
 */

const flag = z.enum(['0', '1']).transform((value) => value === '1')

const variables = z.object({
  BACKEND_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DEMO: flag.optional(),
  DEMO_DATE: z.iso.date().optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('Europe/Vilnius'),
  STORAGE_URL: z.string().refine(isFolderUrl, 'takes file: URLs of this machine only').optional(),
  STORAGE_SECRET: z
    .string()
    .refine((text) => /^[A-Za-z0-9+/]{43}=$/.test(text), 'takes 32 bytes in base64')
    .refine((text) => new Set(Buffer.from(text, 'base64')).size >= 8, 'holds an example')
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0.1).max(1_000_000).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

/** The names that the backend reads; `.env.example` is held to them. */
export const backendEnvNames = Object.keys(variables.shape)

export interface BackendEnv {
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: number
  /** A PostgreSQL of one's own; null: the embedded one, on a folder in `dataDir`. */
  databaseUrl: string | null
  /** Where the embedded database, the outbox and made secrets live. */
  dataDir: string
  /** The folder of files that were handed in. */
  storageDir: string
  /** 32 bytes that they are encrypted with; null: made at first start and kept in `dataDir`. */
  storageSecret: Buffer | null
  /** Runs as a demonstration: its data, its clock, its played payments. */
  demo: boolean
  /** The demonstration's first day, `YYYY-MM-DD`; null: the day of the first start. */
  demoDate: string | null
  /** IANA name of the zone whose days filters count by. */
  timeZone: string
  /** Redis or Valkey that several backends share; null: each sends to its own sockets. */
  redisUrl: string | null
  /** Multiplies every rate limit. */
  rateLimitFactor: number
  logLevel: z.infer<typeof variables>['LOG_LEVEL']
}

/** What is wrong with the configuration, by the variable's name. */
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
  return {
    port: v.BACKEND_PORT,
    databaseUrl: v.DATABASE_URL ?? null,
    dataDir: v.DATA_DIR,
    storageDir: v.STORAGE_URL ? fileURLToPath(v.STORAGE_URL) : join(v.DATA_DIR, 'files'),
    storageSecret: v.STORAGE_SECRET ? Buffer.from(v.STORAGE_SECRET, 'base64') : null,
    demo,
    demoDate: v.DEMO_DATE ?? null,
    timeZone: v.TIME_ZONE,
    redisUrl: v.REDIS_URL ?? null,
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    logLevel: v.LOG_LEVEL,
  }
}

/** Our own words where the schema has none: zod's could repeat the value. */
function describe(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')} ${issue.code === 'custom' ? issue.message : 'is not a value it can have'}`
}

function isFolderUrl(text: string): boolean {
  try {
    return fileURLToPath(text) !== '/'
  } catch {
    return false
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
