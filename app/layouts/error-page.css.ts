import { style } from '@vanilla-extract/css'
import { base } from '~/ui/theme/layers.css'
import { vars } from '~/ui/theme/vars.css'

export const page = style({
  '@layer': {
    [base]: {
      maxWidth: vars.width.reading,
      marginInline: 'auto',
      padding: vars.space[5],
      display: 'grid',
      gap: vars.space[7],
    },
  },
})
