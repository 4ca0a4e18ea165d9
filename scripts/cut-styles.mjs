import postcss from 'postcss'

/**
 * Cuts a built sheet by its layers (app/ui/theme/layers.css.ts), so that a page loads only those of its area. Rules
 * outside of layers are in every sheet.
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
  for (const rule of sheet.nodes) rule.raws.before = ''
  sheet.raws.after = ''
  return sheet.toString()
}
