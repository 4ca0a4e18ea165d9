import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const dialog = kit.style({
  width: `calc(100vw - 2 * ${vars.space[4]})`,
  maxWidth: vars.width.reading,
  maxHeight: `calc(100vh - 2 * ${vars.space[4]})`,
  margin: 'auto',
  padding: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  color: vars.colour.text,
  boxShadow: vars.shadow,
  selectors: { '&::backdrop': { background: 'rgb(0 20 30 / 0.5)' } },
  '@media': { [forcedColours]: { borderColor: 'CanvasText' } },
})

export const inPlace = kit.style({ position: 'static', width: 'auto' })

export const content = kit.style({ display: 'grid', gap: vars.space[5], padding: vars.space[5] })

/** Stays visible in a long dialog. */
export const foot = kit.style({
  position: 'sticky',
  bottom: 0,
  marginBlockEnd: `calc(-1 * ${vars.space[5]})`,
  paddingBlock: `${vars.space[3]} ${vars.space[5]}`,
  background: vars.colour.raised,
})

export const title = kit.style({ fontSize: vars.size.h3 })
