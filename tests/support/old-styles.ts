import postcss, { type AtRule, type Rule } from 'postcss'

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
    else if (rule.name === 'media' && conditions.test(rule.params)) rule.remove()
  })
  sheet.walkRules((rule: Rule) => {
    // The whole list goes with the selector that is not known.
    if (selectors.test(rule.selector)) rule.remove()
  })
  sheet.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--')) return
    if (properties.test(declaration.prop) || values.test(declaration.value)) declaration.remove()
  })
  return sheet.toString()
}

/** Whether a condition is met by what such a browser knows: `not` ones are, the others name something newer. */
const isKnown = ({ params }: AtRule): boolean =>
  /^not\b/.test(params) || !(selectors.test(params) || values.test(params) || /selector\(|:has/.test(params))
