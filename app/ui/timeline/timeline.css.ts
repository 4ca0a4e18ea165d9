import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

const mark = '1.5rem'

export const timeline = kit.style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })

export const step = kit.style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `${mark} minmax(0, 1fr)`,
  columnGap: vars.space[3],
  paddingBlockEnd: vars.space[5],
  selectors: {
    '&:last-child': { paddingBlockEnd: 0 },
    /** From one mark down to the next. */
    '&:not(:last-child)::before': {
      content: '',
      position: 'absolute',
      insetBlock: `${mark} 0`,
      insetInlineStart: `calc(${mark} / 2)`,
      borderInlineStart: `1px solid ${vars.colour.line}`,
    },
  },
})

const dot = {
  display: 'grid',
  placeItems: 'center',
  width: mark,
  height: mark,
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.full,
} as const

export const markOf = kit.variants({
  done: { ...dot, color: vars.colour.success },
  current: {
    ...dot,
    borderColor: vars.colour.waterline,
    background: vars.colour.infoGround,
    color: vars.colour.link,
    '@media': { [forcedColours]: { borderColor: 'Highlight' } },
  },
  ahead: { ...dot, borderStyle: 'dashed', color: vars.colour.soft },
})

export const body = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.125rem',
  minWidth: 0,
})
export const titleOf = kit.variants({
  done: {},
  current: { fontWeight: vars.weight.strong },
  ahead: { color: vars.colour.soft },
})
export const time = kit.style({ color: vars.colour.soft, fontSize: vars.size.small })
