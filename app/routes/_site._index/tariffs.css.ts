import { sitePart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const desktop = '(min-width: 56rem)'

/** All columns hang from the waterline; on a phone they lie below each other. */
export const gauge = sitePart.style({
  display: 'grid',
  borderBlockStart: `2px solid ${vars.colour.waterline}`,
  '@media': { [desktop]: { gridTemplateColumns: 'repeat(auto-fit, minmax(0, 1fr))', alignItems: 'start' } },
})

const plain = sitePart.style({
  display: 'grid',
  gap: vars.space[4],
  alignContent: 'start',
  justifyItems: 'start',
  minWidth: 0,
  padding: vars.space[5],
  selectors: {
    '&:last-child': {
      borderEndStartRadius: vars.radius.surface,
      borderEndEndRadius: vars.radius.surface,
    },
  },
  '@media': {
    [desktop]: {
      borderEndStartRadius: vars.radius.surface,
      borderEndEndRadius: vars.radius.surface,
    },
  },
})

/** How far past its text a column goes down. */
const reaching = (depth: string, colours: { background: string; color: string }) =>
  sitePart.style({ ...colours, '@media': { [desktop]: { paddingBlockEnd: depth } } }, [plain])

export const column = {
  breeze: reaching(vars.space[5], { background: vars.colour.depth1, color: vars.colour.onShallow }),
  depth: reaching(vars.space[8], { background: vars.colour.depth4, color: vars.colour.onDeep }),
  tsunami: reaching(`calc(${vars.space[9]} + ${vars.space[4]})`, {
    background: vars.colour.depth6,
    color: vars.colour.onDeep,
  }),
  unknown: reaching(vars.space[5], { background: vars.colour.sunk, color: vars.colour.text }),
} as const

export const name = sitePart.style({ fontSize: vars.size.h3 })
export const rate = sitePart.style({ lineHeight: 1.1 })
export const percent = sitePart.style({
  fontSize: vars.size.h1,
  fontWeight: vars.weight.strong,
  letterSpacing: '-0.02em',
})
export const bounds = sitePart.style({ fontWeight: vars.weight.medium })
export const terms = sitePart.style({ display: 'grid', gap: vars.space[3] })
export const term = sitePart.style({ fontSize: vars.size.small, opacity: 0.9 })
