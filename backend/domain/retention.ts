import { dayMs } from '../clock'

/**
 * How long papers are kept. Invariants: whatever is handed in has a last day from its first moment on
 *, so that nothing rests here because nobody thought of it.
 */

/**
 * Documents of a verification, from the decision on; before it, from the day they were handed in. Five years are what
 * Directive (EU) 2015/849, article 40, asks of those who have to know their customers; whoever runs this under
 * another law changes it here.
 */
export const documentDays = 5 * 365

/** Documents that were rejected: long enough to ask why. */
export const rejectedDocumentDays = 30

/** Résumés of applicants. */
export const resumeDays = 180

/**
 * A file whose form was never finished, because its sender or this process was gone: an hour. No form is on its way for
 * longer than two minutes, and until then the file counts against the quotas.
 */
export const unfinishedDays = 1 / 24

/** The last moment of something kept for so many days. */
export function keptFor(days: number, from: Date): Date {
  return new Date(from.getTime() + days * dayMs)
}
