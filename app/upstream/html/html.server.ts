import sanitizeHtml from 'sanitize-html'

/**
 * HTML from outside, cut down to a short list of tags before any page shows it (news, notifications). Invariants:
 * nothing in it runs, loads from elsewhere than the given origins, sends anything anywhere, or looks like a part of the
 * page around it. Other tags are removed and their text stays; scripts and styles are removed with their text.
 */

const tags = [
  'p',
  'br',
  'hr',
  'strong',
  'em',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'h2',
  'a',
  'img',
]

/** Synonyms of allowed tags. There is one level of headings, so that a text can't break the page's order of levels. */
const renamed = { b: 'strong', i: 'em', h1: 'h2', h3: 'h2', h4: 'h2', h5: 'h2', h6: 'h2' }

/**
 * @param imageOrigins https origins that images may come from; all others are left out
 * @returns well-formed HTML of the listed tags without any attribute but `href`, `rel`, `src`, `alt` and `loading`
 */
export function sanitise(html: string, imageOrigins: readonly string[]): string {
  return sanitizeHtml(html.replaceAll('\0', ''), {
    allowedTags: tags,
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    // Their text is not part of the page's text.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'template',
      'title',
      'xmp',
      'svg',
      'math',
    ],
    nestingLimit: 20,
    transformTags: {
      ...renamed,
      a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: linkTo(href) }),
      img: (_tag, { src = '', alt = '' }) => ({ tagName: 'img', attribs: { src, alt, loading: 'lazy' } }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !mayShow(attribs['src'], imageOrigins),
  })
}

/** Whether an image may be shown: https, and from one of the origins. */
export function mayShow(address: string | null | undefined, origins: readonly string[]): boolean {
  if (!address || !URL.canParse(address)) return false
  const { origin, protocol, username } = new URL(address)
  return protocol === 'https:' && !username && origins.includes(origin)
}

/** A path of this site, or another site, which gets no referrer. Any other link is removed. */
function linkTo(href: string): Record<string, string> {
  if (/^\/(?![/\\])[^\\\s]*$/.test(href)) return { href }
  if (!URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol)) return {}
  return { href: new URL(href).href, rel: 'noopener noreferrer nofollow' }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The readable text of HTML from outside, as one line. It is plain text and not HTML. */
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
