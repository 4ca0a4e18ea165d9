import { cabinetPart } from '~/ui/theme/style'

/** In its own size a picture scrolls in itself, so that the page stays as wide as the window. */
export const scrolled = cabinetPart.style({ overflow: 'auto', maxHeight: '80vh' })
export const whole = cabinetPart.style({ maxWidth: 'none' })
