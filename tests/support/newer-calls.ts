/**
 * What browsers of the floor (package.json: Chrome 96, Firefox 94, Safari 15.4) do not have, by the names under which a
 * minified script still calls it.
 */
const statics = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  'Intl.DurationFormat',
  'Intl.Segmenter',
  'Iterator.from',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'URL.canParse',
  'URL.parse',
  'crypto.randomUUID',
]
const globals = ['reportError', 'requestIdleCallback', 'structuredClone']
const methods = [
  // of lists
  ...['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  // of texts
  ...['isWellFormed', 'toWellFormed'],
  // of sets
  ...['difference', 'intersection', 'symmetricDifference', 'union'],
  ...['isDisjointFrom', 'isSubsetOf', 'isSupersetOf'],
  // of pages and their parts
  ...['checkVisibility', 'getHTML', 'hidePopover', 'moveBefore', 'setHTML', 'setHTMLUnsafe', 'showPicker'],
  ...['showPopover', 'startViewTransition', 'throwIfAborted', 'togglePopover', 'caretPositionFromPoint'],
  ...['requestSubmit', 'showModal'],
]

/**
 * The calls of a built script that the floor lacks, unless the script tests first that the browser has them. A method that
 * a package of the script defines itself is that one.
 */
export function newerCalls(script: string): string[] {
  const called = [
    ...statics.filter((name) => new RegExp(`\\b${name.replace('.', '\\.')}\\(`).test(script)),
    ...globals.filter((name) => new RegExp(`(?<![\\w$."'\`:-])(window\\.)?${name}[(.]`).test(script)),
    ...methods.filter((name) => new RegExp(`\\.${name}\\(`).test(script)),
  ]
  return called.filter((name) => !isConditional(name) && !isOwn(name))

  function isConditional(name: string): boolean {
    const last = name.split('.').at(-1)
    const path = '(?:[\\w$]+\\??\\.)*'
    return new RegExp(
      `typeof ${path}${last}\\b|["'\`]${last}["'\`]\\s*in\\b|${path}${last}\\?\\.\\(|${path}${last}(?:\\s*&&|\\s*\\?[^.])`,
    ).test(script)
  }

  function isOwn(name: string): boolean {
    return new RegExp(`(?<![\\w$.])(?:function )?${name}\\([\\w$,=[\\]{}. ]*\\)\\s*\\{`).test(script)
  }
}
