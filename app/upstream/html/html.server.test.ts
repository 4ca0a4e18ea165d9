import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { mayShow, sanitise, beginningOf, plainText } from './html.server'

const origins = ['https://images.example']
const clean = (html: string) => sanitise(html, origins)

describe('sanitise', () => {
  it('keeps valid HTML unchanged', () => {
    const body =
      '<p>One <strong>two</strong> <em>three</em><br />4 &lt; 5</p><ul><li>a</li></ul><a href="/risk">Risk</a>'
    expect(clean(body)).toBe(body)
  })

  it('has one level of headings below that of the page', () => {
    expect(clean('<h1>a</h1><h2>b</h2><h4>c</h4>')).toBe('<h2>a</h2><h2>b</h2><h2>c</h2>')
  })

  it('adds no referrer and no opener to a link to another site', () => {
    expect(clean('<a href="https://a.example/x?y=1" target="_blank">a</a>')).toBe(
      '<a href="https://a.example/x?y=1" rel="noopener noreferrer nofollow">a</a>',
    )
  })

  it('shows images over https from the configured origins only', () => {
    const image = (src: string) => clean(`<img src="${src}" alt="A map" onerror="x" width="1">`)
    expect(image('https://images.example/a.png')).toBe(
      '<img src="https://images.example/a.png" alt="A map" loading="lazy" />',
    )
    for (const src of [
      'http://images.example/a.png',
      'https://elsewhere.example/a.png',
      'https://images.example.elsewhere.example/a.png',
      'https://images.example@elsewhere.example/a.png',
      'https://x@images.example/a.png',
      '//images.example/a.png',
      '/a.png',
      'data:image/png;base64,AA',
      'javascript:alert(1)',
    ])
      expect(image(src), src).toBe('')
    expect(sanitise('<img src="https://images.example/a.png">', [])).toBe('')
    expect(mayShow(null, origins)).toBe(false)
  })

  it.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['an unclosed script', '<script>alert(1)', ''],
    ['a nested script', '<scr<script>ipt>alert(1)</scr</script>ipt>', 'ipt&gt;alert(1)ipt&gt;'],
    ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a handler behind a slash', '<img/src="x"/onerror=alert(1)>', ''],
    ['a javascript: address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a disguised javascript: address', '<a href="&#106;ava\tscript&colon;alert(1)">a</a>', '<a>a</a>'],
    ['a data: address', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    [
      'an address of another host',
      '<a href="//elsewhere.example">a</a><a href="/\\elsewhere.example">b</a>',
      '<a>a</a><a>b</a>',
    ],
    ['an SVG with a script', '<svg onload="alert(1)"><script>alert(1)</script>x</svg>', ''],
    [
      'MathML that hides a script',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '',
    ],
    ['a style', '<style>*{display:none}</style><p style="position:fixed">a</p>', '<p>a</p>'],
    [
      'a frame',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src="x">',
      '',
    ],
    [
      'a form',
      '<form action="https://elsewhere.example"><input name="password"><button>a</button></form>',
      'a',
    ],
    ['a new base', '<base href="https://elsewhere.example/"><meta http-equiv="refresh" content="0">', ''],
    ['a name that shadows one of the page', '<p id="main" class="x" name="y" is="z">a</p>', '<p>a</p>'],
    ['a comment', '<!--[if IE]><script>alert(1)</script><![endif]--><p>a</p>', '<p>a</p>'],
    ['an end tag of the surrounding element', '</div></main></body><p>a</p>', '<p>a</p>'],
    ['unclosed markup', '<ul><li><strong>a', '<ul><li><strong>a</strong></li></ul>'],
    ['a NUL', '<scr\0ipt>alert(1)</scr\0ipt><p>a\0</p>', '<p>a</p>'],
    [
      'a template',
      '<template><script>alert(1)</script></template><noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '',
    ],
  ])('leaves no active content of %s', (_what, html, left) => {
    expect(clean(html)).toBe(left)
  })

  it('leaves only allowed content of any input, and is idempotent', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '"',
          "'",
          '/',
          '=',
          ' ',
          '&',
          '<!--',
          '-->',
          '<![CDATA[',
          ']]>',
          '\0',
          '`',
          '&lt;',
          '&#60;',
        ],
        ...[
          '<script',
          '</script>',
          '<style>',
          '<svg',
          '<math>',
          '<a href=',
          '<img src=',
          '<p ',
          '</p>',
          '<template>',
        ],
        ...[
          'onerror=',
          'onload=x',
          'javascript:',
          'https://images.example/a',
          'style=',
          'srcdoc=',
          'id=x',
          'a',
        ],
      ),
      fc.string({ maxLength: 6 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const left = clean(pieces.join(''))
        const rest = left
          .replace(
            /<a( href="[^"<>]*"( rel="noopener noreferrer nofollow")?)?>|<img src="https:\/\/images\.example\/[^"<>]*" alt="[^"<>]*" loading="lazy" \/>/g,
            '',
          )
          .replace(/<\/?(p|strong|em|ul|ol|li|blockquote|code|pre|h2|a)>|<(br|hr) \/>/g, '')
        expect(rest).not.toMatch(/[<>]/)
        expect(left).not.toMatch(/href="(?!https?:|\/(?!\/))/)
        expect(clean(left)).toBe(left)
      }),
      { numRuns: 1000 },
    )
  })
})

test('blocks are separated by spaces, inline elements are not', () => {
  expect(plainText('<p>One <b>tw</b>o</p><ul><li>three</li><li>four</li></ul>five<br>six')).toBe(
    'One two three four five six',
  )
})

test('entities become characters, and escaped tags stay text', () => {
  expect(plainText('1 &lt; 2 &amp;amp; &quot;3&quot; &nbsp;&hellip; &lt;b&gt;')).toBe('1 < 2 &amp; "3" … <b>')
})

test('no active content is left', () => {
  expect(plainText('<script>alert(1)</script><style>p{}</style>a<svg><text>b</text></svg>')).toBe('a')
  expect(plainText('<a href="https://a.example/?x=>">a</a>')).toBe('a')
})

test('an excerpt ends with a whole word', () => {
  expect(beginningOf('one two three', 13)).toBe('one two three')
  expect(beginningOf('one two three', 10)).toBe('one two…')
  expect(beginningOf('𝕠𝕟𝕖𝕥𝕨𝕠', 3)).toBe('𝕠𝕟𝕖…')
})
