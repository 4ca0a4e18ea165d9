/**
 * Calendar files (RFC 5545). Times are written in UTC, so that a file needs no zone and every calendar shows them in
 * its reader's.
 */

export interface CalendarEvent {
  /** Stable for the same event, so that a calendar replaces its earlier copy. */
  uid: string
  /** ISO 8601. */
  at: string
  summary: string
  description: string
  url: string
}

interface CalendarOptions {
  /** When the file is made. */
  now: Date
  /** Whose product made it. */
  product: string
  language: string
}

/** The text of a file with these events. */
export function calendarFile(
  events: readonly CalendarEvent[],
  { now, product, language }: CalendarOptions,
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(product)}//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(new Date(event.at))}`,
      `SUMMARY:${escaped(event.summary)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      `URL:${event.url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20260301T120000Z`. */
function utc(moment: Date): string {
  return moment.toISOString().replace(/\.\d+|[-:]/g, '')
}

/** A value of the type TEXT. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

const maxOctets = 75

/** No line is longer than 75 octets; the rest continues behind a space on the next, and no character is split. */
function folded(line: string): string {
  const lines = ['']
  let octets = 0
  for (const letter of line) {
    const length = Buffer.byteLength(letter)
    if (octets + length > maxOctets) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += letter
    octets += length
  }
  return lines.join('\r\n')
}
