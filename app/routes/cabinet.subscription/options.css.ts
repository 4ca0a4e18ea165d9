import { cabinetPart } from '~/ui/theme/style'

export const benefit = cabinetPart.style({ display: 'block' })
