import { cabinetPart } from '~/ui/theme/style'

/** An amount of 18 decimals is wider than a phone: it may break anywhere. */
export const figures = cabinetPart.style({ overflowWrap: 'anywhere' })
