import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * How codes of few digits are stored. Salted by the id of its row, yet a million codes can be tried against any hash:
 * the short life of a code and the count of tries are what protects it.
 */
export function codeHashOf(id: string, code: string): string {
  return createHash('sha256').update(`${id}:${code}`).digest('hex')
}

/** @param typed as a person typed it: spaces and dashes do not count */
export function isCodeOf({ id, codeHash }: { id: string; codeHash: string }, typed: string): boolean {
  return timingSafeEqual(Buffer.from(codeHashOf(id, digitsOf(typed))), Buffer.from(codeHash))
}

/** The typed code without spaces and dashes. */
const digitsOf = (typed: string): string => typed.replace(/[\s\-–—]/g, '')
