import postcss from 'postcss'

/**
 * Adds margins where a row or a column of boxes has a gap, for browsers that have gaps in grids alone (Safari before 14.1): there
 * the words of neighbours would touch. They are known by what came later still. The margins stand before all rules, so that those
 * of a box itself go on counting; gaps within conditions are left to the rule around them.
 * @param {string} css
 * @returns {string}
 */
export function gapsOfRows(css) {
  const sheet = postcss.parse(css)
  /** The selectors of the neighbours by their margin. */
  const margins = new Map()
  sheet.each((rule) => {
    if (rule.type !== 'rule') return
    const valueOf = (name) => rule.nodes.findLast((one) => one.prop === name)?.value
    if (!/flex$/.test(valueOf('display') ?? '')) return
    const [below, beside = below] = postcss.list.space(valueOf('gap') ?? '')
    const isColumn = valueOf('flex-direction') === 'column'
    const gap = isColumn ? (valueOf('row-gap') ?? below) : (valueOf('column-gap') ?? beside)
    if (gap === undefined) return
    const margin = `margin-${isColumn ? 'top' : 'left'}:${gap}`
    // One selector that such a browser does not know would take the whole list with it.
    const known = rule.selectors.filter((selector) => !/:(has|is|where)\b/.test(selector))
    const neighbours = known.map((selector) => `${selector}>*+*`)
    margins.set(margin, [...(margins.get(margin) ?? []), ...neighbours])
  })
  const rules = [...margins]
    .filter(([, selectors]) => selectors.length > 0)
    .map(([margin, selectors]) => `${selectors.join()}{${margin}}`)
  return rules.length ? `@supports not (aspect-ratio:1){${rules.join('')}}${css}` : css
}
