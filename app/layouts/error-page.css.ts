import { inContent, kit } from '../ui/theme/style'
import { vars } from '../ui/theme/vars.css'

export const page = kit.style({
  ...inContent,
  display: 'grid',
  gap: vars.space[7],
  paddingBlock: vars.space[5],
})
