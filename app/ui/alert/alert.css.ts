import { globalStyle, keyframes } from '@vanilla-extract/css'
import { base } from '../theme/layers.css'
import { from, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

const onPhone = `not all and ${from.tablet}`

const box = kit.style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: vars.inset.box,
  padding: vars.inset.box,
  borderRadius: vars.radius.surface,
  border: '1px solid transparent',
  color: vars.colour.text,
  '@media': { [onPhone]: { rowGap: vars.space[1], overflowWrap: 'anywhere' } },
})

const vanish = keyframes({ to: { opacity: 0, visibility: 'hidden' } })

/**
 * Success that just happened: three seconds, and as long as somebody points at it or has the focus in it. Its place
 * stays, so that nothing moves away under a press. A page without scripts keeps the message.
 */
const passing = kit.style({
  '@media': {
    '(scripting: enabled)': {
      selectors: {
        '&[role=status]': { animation: `${vanish} ${vars.motion.quick} 3s forwards` },
        '&:is(:hover, :focus-within)': { animationPlayState: 'paused' },
      },
    },
  },
})

export const meaning = {
  info: kit.style({ background: vars.colour.infoGround }, [box]),
  success: kit.style({ background: vars.colour.successGround }, [box, passing]),
  warning: kit.style({ background: vars.colour.warningGround }, [box]),
  danger: kit.style({ background: vars.colour.dangerGround }, [box]),
} as const

const icon = kit.style({ marginBlockStart: '0.125rem' })

export const iconOf = {
  info: kit.style({ color: vars.colour.info }, [icon]),
  success: kit.style({ color: vars.colour.success }, [icon]),
  warning: kit.style({ color: vars.colour.warning }, [icon]),
  danger: kit.style({ color: vars.colour.danger }, [icon]),
} as const

export const body = kit.style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: vars.space[2],
  minWidth: 0,
  justifyItems: 'start',
  overflowWrap: 'anywhere',
  // The icon stands beside the first line, and what follows has the whole width.
  '@media': { [onPhone]: { display: 'contents' } },
})
globalStyle(`${body} > :not(:first-child)`, {
  '@media': { [onPhone]: { '@layer': { [base]: { gridColumn: '1 / -1', justifySelf: 'start' } } } },
})
export const title = kit.style({ fontWeight: vars.weight.strong })

export const banner = kit.style({
  paddingBlock: vars.space[1],
  paddingInline: vars.space[4],
  background: vars.colour.warningGround,
  borderBlockEnd: `1px solid ${vars.colour.line}`,
  color: vars.colour.text,
  fontSize: vars.size.small,
  textAlign: 'center',
})
