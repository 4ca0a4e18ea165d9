import { cabinetPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const list = cabinetPart.style({ borderBlockStart: `1px solid ${vars.colour.line}` })

export const read = cabinetPart.style({
  display: 'grid',
  gap: vars.space[3],
  padding: `${vars.space[4]} 0 ${vars.space[4]} ${vars.space[4]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})

/** The label states it; the line is only visual. */
export const unread = cabinetPart.style({ boxShadow: `inset 2px 0 0 ${vars.colour.waterline}` }, [read])

export const text = cabinetPart.style({ maxWidth: vars.width.reading, overflowWrap: 'anywhere' })
