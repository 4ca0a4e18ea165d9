import { cabinetPart, forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

export const shade = kit.style({
  position: 'fixed',
  zIndex: 30,
  inset: 0,
  background: 'rgb(0 20 30 / 0.5)',
})

export const dialog = kit.style({
  display: 'grid',
  gap: vars.space[5],
  padding: vars.space[5],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.surface,
  background: vars.colour.raised,
  color: vars.colour.text,
  '@media': { [forcedColours]: { borderColor: 'CanvasText' } },
})

export const inPlace = kit.style({ position: 'static', width: 'auto' })

export const over = kit.style({
  position: 'fixed',
  zIndex: 31,
  inset: 0,
  width: `calc(100vw - 2 * ${vars.space[4]})`,
  maxWidth: vars.width.reading,
  height: 'fit-content',
  maxHeight: `calc(100vh - 2 * ${vars.space[4]})`,
  margin: 'auto',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  boxShadow: vars.shadow,
})

/** Stays visible in a long dialog. */
export const foot = kit.style({
  position: 'sticky',
  bottom: `calc(-1 * ${vars.space[5]})`,
  marginBlockEnd: `calc(-1 * ${vars.space[5]})`,
  paddingBlock: `${vars.space[3]} ${vars.space[5]}`,
  background: vars.colour.raised,
})

export const title = kit.style({ fontSize: vars.size.h3 })

/** Of the cabinet alone. */
export const alert = cabinetPart.style({ maxWidth: '34rem' }, [dialog, over])
