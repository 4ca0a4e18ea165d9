import { keyframes } from '@vanilla-extract/css'
import { kit } from '../theme/style'

const wait = keyframes({ 'from, to': { position: 'fixed', visibility: 'hidden' } })

/**
 * It waits without a place of its own, so that nothing moves when a script makes it needless; what is fixed does not widen the
 * page.
 */
export const help = kit.style({
  animation: `${wait} 4s`,
  '@media': { '(scripting: none)': { animation: 'none' } },
  selectors: {
    ':root[data-scripted] &': { display: 'none' },
    'iframe ~ &': { display: 'none' },
  },
})
