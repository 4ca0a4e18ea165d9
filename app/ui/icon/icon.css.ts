import { kit } from '../theme/style'

export const icon = kit.style({ flexShrink: 0, display: 'block' })
