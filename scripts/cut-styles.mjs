/**
 * Cuts a built sheet by its layers (app/ui/theme/layers.css.ts), so that a page loads those of its area alone. What
 * stands in no layer is everybody's.
 * @param {string} css as the bundler writes it: balanced, without comments
 * @param {readonly string[]} layers those that stay
 * @returns {string} the same rules in the same order without those of other layers
 */
export function cutStyles(css, layers) {
  return rulesOf(css)
    .map(({ prelude, block }) => {
      if (block === null) return prelude
      const layer = /^@layer\s+([\w.-]+)$/.exec(prelude)?.[1]
      if (layer) return layers.includes(layer) ? `${prelude}{${block}}` : ''
      if (!/^@(media|supports|container)\b/.test(prelude)) return `${prelude}{${block}}`
      const inside = cutStyles(block, layers)
      return inside && `${prelude}{${inside}}`
    })
    .join('')
}

/** The rules of one level: what stands before the braces and between them; a statement has no block. */
function rulesOf(css) {
  const rules = []
  let [start, open, depth] = [0, 0, 0]
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === '\\') at += 1
    else if (sign === '"' || sign === "'") at = endOfText(css, at)
    else if (sign === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (sign === ';' && depth === 0) {
      rules.push({ prelude: css.slice(start, at + 1).trim(), block: null })
      start = at + 1
    } else if (sign === '}') {
      depth -= 1
      if (depth < 0) throw new Error('a brace too many in the styles')
      if (depth > 0) continue
      rules.push({ prelude: css.slice(start, open).trim(), block: css.slice(open + 1, at) })
      start = at + 1
    }
  }
  if (depth !== 0 || css.slice(start).trim()) throw new Error('the styles end in the middle of a rule')
  return rules
}

function endOfText(css, from) {
  for (let at = from + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1
    else if (css[at] === css[from]) return at
  }
  throw new Error('a text without an end in the styles')
}
