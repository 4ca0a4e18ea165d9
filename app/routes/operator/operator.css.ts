import { from, operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

export const header = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: vars.space[3],
  padding: `${vars.space[2]} ${vars.space[4]}`,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
})

export const controls = operatorPart.style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: vars.space[3],
})

/** On a phone it is next to the logo, and the controls are below. */
export const login = operatorPart.style({
  marginInlineStart: 'auto',
  color: vars.colour.soft,
  fontSize: vars.size.small,
})

/** A phone has the navigation folded above the page; a desktop has it beside the page, where it stays in view. */
export const body = operatorPart.style({
  '@media': {
    [from.desktop]: { display: 'grid', gridTemplateColumns: '14rem minmax(0, 1fr)' },
    print: { display: 'block' },
  },
})

/** A part of the page that is exchanged as a whole; it has no box of its own. */
export const part = operatorPart.style({ display: 'contents' })

/** What stands side by side in a page goes by the width of this part, told in lines of text. */
export const main = operatorPart.style({
  containerType: 'inline-size',
  display: 'grid',
  alignContent: 'start',
  gap: vars.space[5],
  width: '100%',
  minWidth: 0,
  maxWidth: '90rem',
  padding: `${vars.space[5]} ${vars.space[4]} ${vars.space[7]}`,
  '@media': {
    [from.desktop]: {
      // As high as the page, which the navigation that stays in view is not.
      borderInlineStart: `1px solid ${vars.colour.line}`,
      paddingInline: vars.space[6],
    },
  },
})

export const foot = operatorPart.style({
  padding: `${vars.space[3]} ${vars.space[4]}`,
  borderBlockStart: `1px solid ${vars.colour.line}`,
  color: vars.colour.soft,
  fontSize: vars.size.small,
  textAlign: 'end',
  '@media': { print: { display: 'none' } },
})
