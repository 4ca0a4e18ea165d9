import { randomBytes } from 'node:crypto'

/**
 * The header of W3C Trace Context by which one request is found in every program that it passes:
 * `00-{trace, 32 hex digits}-{span, 16}-{flags, 2}`.
 */

const pattern = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Whether a header is one that can be passed on. */
export const isTraceparent = (header: unknown): header is string =>
  typeof header === 'string' && pattern.test(header)

/** The header of a new trace, which nobody records. */
export const newTraceparent = (): string =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`
