import postcss from 'postcss'

/**
 * Cuts a built sheet by its layers (app/ui/theme/layers.css.ts), so that a page loads only those of its area. Rules
 * outside of layers are in every sheet, except typefaces and animations that none of its rules names.
 * @param {string} css as the bundler writes it
 * @param {readonly string[]} layers the layers to keep
 * @returns {string} the same rules in the same order without those of other layers
 */
export function cutStyles(css, layers) {
  const sheet = postcss.parse(css)
  sheet.walkAtRules('layer', (rule) => {
    // A list of layers, which has no block, is the order of all of them.
    if (rule.nodes && !layers.includes(rule.params)) rule.remove()
  })
  sheet.walkAtRules(/^(media|supports|container)$/, (rule) => {
    if (rule.nodes.length === 0) rule.remove()
  })
  dropUnnamed(sheet)
  for (const rule of sheet.nodes) rule.raws.before = ''
  sheet.raws.after = ''
  return sheet.toString()
}

/** Typefaces and animations have no layer: the bundler writes them for themselves. */
function dropUnnamed(sheet) {
  const families = new Set()
  const animations = new Set()
  sheet.walkDecls(/^(font(-family)?|animation(-name)?)$/, ({ prop, value, parent }) => {
    if (parent.name === 'font-face') return
    if (prop.startsWith('animation')) for (const word of value.split(/[\s,]+/)) animations.add(word)
    else for (const family of value.split(',')) families.add(withoutQuotes(family))
  })
  sheet.walkAtRules('keyframes', (rule) => void (animations.has(rule.params) || rule.remove()))
  sheet.walkAtRules('font-face', (rule) => {
    rule.walkDecls('font-family', ({ value }) => void (families.has(withoutQuotes(value)) || rule.remove()))
  })
}

const withoutQuotes = (family) => family.trim().replace(/^(["'])(.*)\1$/, '$2')
