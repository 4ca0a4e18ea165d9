import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { cabinetPart } from '~/ui/theme/style'

/** The field of another address: there as soon as that is chosen, and where a browser can't tell what is. */
export const otherWallet = cabinetPart.style({})

const isChosen = '[name=saved][value=""]:checked'
globalStyle(`form:not(:has(${isChosen})) ${otherWallet}:not(:has([aria-invalid], input:focus))`, {
  '@supports': { 'selector(:has(a))': { '@layer': { [cabinet]: { display: 'none' } } } },
})
