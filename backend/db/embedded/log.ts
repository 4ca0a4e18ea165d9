import type { BaseLogger } from 'pino'

/** What the database modules need of a logger: pino's own, Fastify's, or one made by a test. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
