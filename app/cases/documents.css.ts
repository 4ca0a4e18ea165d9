import { operatorPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

export const list = operatorPart.style({
  display: 'grid',
  gap: vars.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 12rem), 1fr))',
})

export const document = operatorPart.style({
  margin: 0,
  display: 'grid',
  gap: vars.space[2],
  alignContent: 'start',
})

/** The whole picture, small: its edges are part of the evidence. */
export const picture = operatorPart.style({
  display: 'block',
  inlineSize: '100%',
  blockSize: '10rem',
  objectFit: 'contain',
  background: vars.colour.sunk,
})
