import postcss from 'postcss'
import logical from 'postcss-logical'

/**
 * Writes sides by their place instead of by the direction of the text, for browsers before 2021 do not know the shorthands
 * (`padding-inline`, `inset`), and without them a page has no margins. Both languages are written from left to right.
 * @param {string} css
 * @returns {string} the same rules for text from left to right
 */
export function physicalSides(css) {
  return postcss([logical()]).process(css, { from: undefined }).css
}
