import { cabinetPart } from '~/ui/theme/style'

/** Both ways weigh the same, so that their cards are as high as each other. */
export const choices = cabinetPart.style({ alignItems: 'stretch' })
