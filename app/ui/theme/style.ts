import { type ComplexStyleRule, type StyleRule, style, styleVariants } from '@vanilla-extract/css'
import { base, cabinet, operator, site } from './layers.css'
import { vars } from './vars.css'

/** `style` and `styleVariants` inside a layer; to be called from `.css.ts` files only. */

type Rule = Omit<StyleRule, '@layer'>

const inLayer = (layer: string) => ({
  style: (rule: Rule, also: string[] = []): string =>
    style([...also, { '@layer': { [layer]: rule } }] satisfies ComplexStyleRule),
  variants: <Name extends string | number>(rules: Record<Name, Rule>): Record<Name, string> =>
    styleVariants(rules, (rule: Rule): ComplexStyleRule => ({ '@layer': { [layer]: rule } })),
})

/** The kit. */
export const kit = inLayer(base)
/** Parts of public and sign-in pages. */
export const sitePart = inLayer(site)
/** Parts of cabinet pages. */
export const cabinetPart = inLayer(cabinet)
/** Parts of the operator's part. */
export const operatorPart = inLayer(operator)

/** Where a layout changes: a tablet, a desktop, a desktop with room for a further column. */
export const from = {
  tablet: '(min-width: 40rem)',
  desktop: '(min-width: 64rem)',
  wide: '(min-width: 100rem)',
} as const

/** A part of a public page: as wide as its content, in the middle of the window. */
export const inContent = {
  width: '100%',
  maxWidth: `calc(${vars.width.content} + 2 * ${vars.space[5]})`,
  marginInline: 'auto',
  paddingInline: vars.inset.box,
  '@media': { [from.tablet]: { paddingInline: vars.inset.wideBox } },
} as const

/**
 * Where a part of a page has two columns: what counts is the place around it, told in lines of text, so that large text
 * has one. A browser that can't tell it has one, too.
 */
export const beside = '(min-width: 44rem)'

export const forcedColours = '(forced-colors: active)'
