import { globalStyle } from '@vanilla-extract/css'
import { cabinet } from '~/ui/theme/layers.css'
import { cabinetPart, from } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** The place of toasts: above the bottom bar of a phone, in the corner of a desktop. */
export const region = cabinetPart.style({
  position: 'fixed',
  zIndex: 10,
  insetInline: vars.space[4],
  insetBlockEnd: `calc(${vars.space[8]} + env(safe-area-inset-bottom))`,
  display: 'grid',
  gap: vars.space[2],
  justifyItems: 'end',
  pointerEvents: 'none',
  '@media': { [from.desktop]: { insetBlockEnd: vars.space[5], insetInlineEnd: vars.space[5] } },
})

export const list = cabinetPart.style({
  display: 'grid',
  gap: vars.space[2],
  justifyItems: 'end',
  padding: 0,
  listStyle: 'none',
})

/** It follows the finger that swipes it away. */
export const toast = cabinetPart.style({
  margin: 0,
  selectors: {
    '&[data-swipe="move"]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
    '&[data-swipe="cancel"]': { transform: 'none', transition: `transform ${vars.motion.quick}` },
  },
})

const onPhone = `not all and ${from.tablet}`

/** A phone shows the last two. */
globalStyle(`${list} > ${toast}:nth-last-child(n + 3)`, {
  '@media': { [onPhone]: { '@layer': { [cabinet]: { display: 'none' } } } },
})

/** How many more there are, on a phone. */
export const more = cabinetPart.style({
  display: 'none',
  pointerEvents: 'auto',
  '@media': {
    [onPhone]: {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: vars.control,
      paddingInline: vars.space[4],
      border: `1px solid ${vars.colour.line}`,
      borderRadius: vars.radius.full,
      background: vars.colour.raised,
      boxShadow: vars.shadow,
      fontWeight: vars.weight.medium,
      textDecoration: 'none',
    },
  },
})

/** The beginning; the notification's page has all of it. */
export const text = cabinetPart.style({
  display: '-webkit-box',
  overflow: 'hidden',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 4,
})

export const signIn = cabinetPart.style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: vars.control,
  paddingInline: vars.space[3],
  fontWeight: vars.weight.medium,
})
