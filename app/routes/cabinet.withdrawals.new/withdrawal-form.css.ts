import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const unmet = cabinetPart.style({ display: 'block', marginBlockStart: vars.space[1] })
