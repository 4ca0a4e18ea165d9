import { style } from '@vanilla-extract/css'

export const codes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
  gap: '0.5rem 1.5rem',
  margin: 0,
  paddingInlineStart: '2rem',
})
