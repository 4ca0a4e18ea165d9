import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css'
import { base } from './layers.css'
import { forcedColours } from './style'
import { vars } from './vars.css'

/** The base of every page: reset, type, links, focus. */

const on = (selector: string, rule: Omit<GlobalStyleRule, '@layer'>) =>
  globalStyle(selector, { '@layer': { [base]: rule } })

on('*, ::before, ::after', { boxSizing: 'border-box', margin: 0 })

on('html', {
  fontFamily: vars.font.text,
  fontSize: '100%',
  lineHeight: 1.5,
  color: vars.colour.text,
  background: vars.colour.page,
  WebkitTextSizeAdjust: 'none',
  textSizeAdjust: 'none',
  fontVariantNumeric: 'tabular-nums',
  accentColor: vars.colour.waterline,
  scrollPaddingBlock: `${vars.space[7]} ${vars.space[8]}`,
  overflowWrap: 'break-word',
})

on('body', { minHeight: '100vh', '@supports': { '(height: 100dvh)': { minHeight: '100dvh' } } })

on('h1, h2, h3, h4', {
  fontWeight: vars.weight.strong,
  lineHeight: 1.2,
  letterSpacing: '-0.012em',
  textWrap: 'balance',
  hyphens: 'auto',
  overflowWrap: 'anywhere',
})
on('h1', { fontSize: vars.size.h1 })
on('h2', { fontSize: vars.size.h2 })
on('h3', { fontSize: vars.size.h3, lineHeight: 1.3 })
on('h4', { fontSize: vars.size.h4, lineHeight: 1.35 })
on('h1:focus', { outline: 'none' })

on('p, li, dd, figcaption', { textWrap: 'pretty' })
on('ul, ol', { paddingInlineStart: '1.25em' })
on('li + li', { marginBlockStart: vars.space[1] })
on('ul[role="list"], ol[role="list"]', { listStyle: 'none', padding: 0 })
on('ul[role="list"] > li + li, ol[role="list"] > li + li', { marginBlockStart: 0 })
on('small', { fontSize: vars.size.small })
on('strong, b, th', { fontWeight: vars.weight.strong })
on('code, kbd, samp', { fontFamily: vars.font.code, fontSize: '0.9375em' })
on('img, svg, video', { display: 'block', maxWidth: '100%', height: 'auto' })
// By itself a drawing would keep the colour that a style gives it.
on('svg', { '@media': { [forcedColours]: { forcedColorAdjust: 'auto' } } })
on('input, button, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' })
on('button, summary, label[for]', { cursor: 'pointer' })
on('fieldset', { border: 0, padding: 0, minWidth: 0 })
on('legend', { padding: 0 })
on('table', { borderCollapse: 'collapse', width: '100%' })
on('hr', { border: 0, borderBlockStart: `1px solid ${vars.colour.line}` })
on('[hidden]', { display: 'none !important' })

on('a', {
  color: vars.colour.link,
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.18em',
  transition: `color ${vars.motion.quick}`,
})
on('a:hover', { textDecorationThickness: '2px' })

on(':focus-visible', {
  outline: `2px solid ${vars.colour.focus}`,
  outlineOffset: '2px',
})
on('::selection', { background: vars.colour.depth2, color: vars.colour.onShallow })
