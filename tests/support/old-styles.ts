import postcss, { type AtRule, type Container, type Rule } from 'postcss'

/** What browsers knew that were new in 2020 (Chrome 87, Safari 14.0): what is newer is dropped, as they drop it. */

const atRules = new Set(['layer', 'container', 'property', 'scope', 'starting-style'])
const conditions = /scripting:|[<>]/
const selectors = /:(has|is|where|focus-visible|user-invalid|user-valid|popover-open|open)\b/
const values = /oklch|oklab|color-mix|light-dark|\d(dvh|svh|lvh|dvw|cqi|cqw)\b|\bsubgrid\b|\bclip\b(?!-)/
const properties =
  /^(aspect-ratio|accent-color|inset|inset-(inline|block)|(margin|padding|border)-(inline|block)(-(width|style|color))?|text-wrap|container(-.*)?|content-visibility|scrollbar-.*|translate|rotate|scale)$/

/** @param css a built sheet; @returns what such a browser makes of it */
export function asIn2020(css: string): string {
  const sheet = postcss.parse(css)
  sheet.walkAtRules((rule) => {
    if (atRules.has(rule.name)) rule.remove()
    else if (rule.name === 'supports' && !isKnown(rule)) rule.remove()
    // This browser knows what that one does not.
    else if (rule.name === 'supports' && /^not\b/.test(rule.params)) rule.replaceWith(rule.nodes ?? [])
    else if (rule.name === 'media' && conditions.test(rule.params)) rule.remove()
  })
  sheet.walkRules((rule: Rule) => {
    // The whole list goes with the selector that is not known.
    if (selectors.test(rule.selector)) rule.remove()
  })
  sheet.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--')) return
    const isNewer = properties.test(declaration.prop) || values.test(declaration.value)
    const isGapOfRow = /^((row|column)-)?gap$/.test(declaration.prop) && isFlex(declaration.parent)
    const breaksAnywhere = declaration.prop === 'overflow-wrap' && declaration.value === 'anywhere'
    if (isNewer || isGapOfRow || breaksAnywhere) declaration.remove()
  })
  return sheet.toString()
}

/** Safari 14.0 has gaps in grids alone. */
const isFlex = (rule: Container | undefined): boolean =>
  rule?.some((one) => one.type === 'decl' && one.prop === 'display' && /flex$/.test(one.value)) ?? false

/** Whether a condition is met by what such a browser knows: `not` ones are, the others name something newer. */
const isKnown = ({ params }: AtRule): boolean =>
  /^not\b/.test(params) || !(selectors.test(params) || values.test(params) || /selector\(|:has/.test(params))
