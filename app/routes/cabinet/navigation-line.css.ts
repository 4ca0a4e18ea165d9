import { keyframes } from '@vanilla-extract/css'
import { cabinetPart, forcedColours } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** It never arrives by itself, and soon is as far as makes no difference. */
const fill = keyframes({ from: { transform: 'scaleX(0.08)' }, to: { transform: 'scaleX(0.96)' } })

export const line = cabinetPart.style({
  position: 'fixed',
  zIndex: 40,
  insetInline: 0,
  insetBlockStart: 0,
  height: '3px',
  background: vars.colour.waterline,
  transformOrigin: 'left',
  pointerEvents: 'none',
  '@media': {
    '(prefers-reduced-motion: no-preference)': {
      animation: `${fill} 8s cubic-bezier(0.05, 0.8, 0.2, 1) forwards`,
    },
    [forcedColours]: { background: 'Highlight' },
    print: { display: 'none' },
  },
})
