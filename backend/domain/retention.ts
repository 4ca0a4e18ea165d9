import { dayMs } from '../clock'

/**
 * How long documents are kept. Invariants: a document has an expiry from the moment it is uploaded, so that none is
 * kept by mistake.
 */

/**
 * Documents of a verification, from the decision on; before it, from the day of the upload. Five years are required by
 * Directive (EU) 2015/849, article 40, of companies that have to know their customers; a company under another law
 * changes it here.
 */
export const documentDays = 5 * 365

/** Documents that were rejected: long enough for a question about the reason. */
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
