import fc from 'fast-check'

/** HTML that tries to run a script: one vector for each way. A script that runs calls `ran()`. */
export const vectors: Record<string, string> = {
  'a script': '<script>ran()</script>',
  'a script from elsewhere': '<script src="data:text/javascript,ran()"></script>',
  'a nested script': '<scr<script>ipt>ran()</scr</script>ipt>',
  'a handler of a load error': '<img src="data:image/png,x" onerror="ran()">',
  'a handler after a slash': '<img/src="x"/onerror=ran()>',
  'a handler of focus': '<input autofocus onfocus="ran()">',
  'a handler of a toggle': '<details open ontoggle="ran()"><summary>a</summary></details>',
  'a handler of an animation': '<p style="animation:a 1s" onanimationstart="ran()">a</p>',
  'a drawing': '<svg onload="ran()"><script>ran()</script></svg>',
  'an SVG animation': '<svg><animate attributeName="x" onbegin="ran()" dur="1s"/></svg>',
  'MathML that breaks out':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  'a text that breaks out of its quotes': '<a href="https://a.example/&quot; onmouseover=&quot;ran()">a</a>',
  'a text that breaks out of what hides it':
    '<noscript><p title="</noscript><img src=x onerror=ran()>"></noscript>',
  'a template': '<template shadowrootmode="open"><img src="x" onerror="ran()"></template>',
  'a javascript: address': '<a href="javascript:ran()">a</a>',
  'a disguised javascript: address': '<a href="&#106;ava\tscript&colon;ran()">a</a>',
  'a data: address': '<a href="data:text/html,<script>opener.ran()</script>">a</a>',
  'a vbscript: address': '<a href="vbscript:ran()">a</a>',
  'a frame': '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  'a frame with an address': '<iframe src="javascript:parent.ran()"></iframe>',
  'an object': '<object data="javascript:ran()"></object><embed src="javascript:ran()">',
  'a form': '<form action="javascript:ran()"><button autofocus>a</button></form>',
  'a new page': '<meta http-equiv="refresh" content="0;url=javascript:ran()">',
  'a new base': '<base href="javascript:ran()//"><a href="x">a</a>',
  'a style': '<style>@import "data:text/css,*{x:expression(ran())}";</style>',
  'a link to a style': '<link rel="stylesheet" href="data:text/css," onload="ran()">',
  'a NUL in a name': '<scr\0ipt>ran()</scr\0ipt><img src=x on\0error=ran()>',
  'unclosed markup': '<p title="a><img src=x onerror=ran()><script>ran()',
}

/**
 * Random HTML: active elements and attributes, nested or adjacent, closed or not, between texts that may
 * begin or end HTML constructs.
 */
export const anyHtml: fc.Arbitrary<string> = (() => {
  const name = fc.constantFrom(
    ...[
      'p',
      'a',
      'img',
      'b',
      'ul',
      'li',
      'pre',
      'script',
      'style',
      'svg',
      'math',
      'mtext',
      'template',
      'table',
    ],
    ...['iframe', 'noscript', 'title', 'textarea', 'details', 'form', 'input', 'video', 'animate', 'x'],
  )
  const attribute = fc.constantFrom(
    ...[
      'onerror=ran()',
      'onload="ran()"',
      "onfocus='ran()' autofocus",
      'ontoggle=ran() open',
      'onclick=ran()',
    ],
    ...[
      'href="javascript:ran()"',
      'src=x',
      'src="data:text/html,<script>parent.ran()</script>"',
      'style="x:y"',
    ],
    ...['srcdoc="<script>parent.ran()</script>"', 'href="https://a.example/"', 'title="', "alt='><img src=x"],
  )
  const text = fc.constantFrom(
    ...[
      'a',
      ' ',
      '<',
      '>',
      '"',
      "'",
      '&lt;',
      '&#60;script&#62;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\0',
      '</p>',
    ],
    ...['</title>', '</style>', '</script>', 'ran()', '<script>ran()</script>'],
  )
  const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
    element: fc
      .tuple(name, fc.array(attribute, { maxLength: 3 }), tie('html'), fc.boolean())
      .map(([tag, attributes, inside, isClosed]) =>
        [`<${[tag, ...attributes].join(' ')}>`, inside, isClosed ? `</${tag}>` : ''].join(''),
      ),
    html: fc
      .array(fc.oneof({ maxDepth: 4 }, text, tie('element')), { maxLength: 4 })
      .map((pieces) => pieces.join('')),
  }))
  return html
})()
