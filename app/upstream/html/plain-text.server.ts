import { sanitise } from './sanitise.server'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** What a reader would read of HTML from outside, as one line of text. It is no HTML any more. */
export function plainText(html: string): string {
  // Well-formed, of a short list of tags, and with no other entities than these four.
  return sanitise(html, [])
    .replace(/<\/?(?:strong|em|a|code)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name]!) // one of the four
    .replace(/\s+/g, ' ')
    .trim()
}

/** The beginning of a text, cut between words where there is one to cut at. */
export function beginningOf(text: string, length: number): string {
  const letters = [...text]
  if (letters.length <= length) return text
  const cut = letters.slice(0, length).join('')
  return `${cut.replace(/\s+\S{0,30}$/, '')}…`
}
