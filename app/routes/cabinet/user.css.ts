import { cabinetPart, from } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const user = cabinetPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: vars.space[2],
  paddingBlockStart: vars.space[2],
  borderBlockStart: `1px solid ${vars.colour.line}`,
  '@media': {
    [from.desktop]: { flexDirection: 'column', alignItems: 'flex-start', marginBlockStart: 'auto' },
  },
})

export const login = cabinetPart.style({
  width: '100%',
  padding: `${vars.space[1]} ${vars.space[3]}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  overflowWrap: 'anywhere',
})
