import { keyframes } from '@vanilla-extract/css'
import { cabinetPart, forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

const plain = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  justifySelf: 'start',
  gap: vars.space[2],
  maxWidth: '100%',
  minHeight: vars.control,
  paddingBlock: vars.space[2],
  paddingInline: '1.125rem',
  border: '1px solid transparent',
  borderRadius: vars.radius.control,
  background: 'transparent',
  color: 'inherit',
  fontWeight: vars.weight.strong,
  lineHeight: 1.25,
  textAlign: 'center',
  textWrap: 'balance',
  textDecoration: 'none',
  cursor: 'pointer',
  touchAction: 'manipulation',
  transition: `background-color ${vars.motion.quick}, border-color ${vars.motion.quick}, color ${vars.motion.quick}`,
  selectors: {
    '&[aria-disabled="true"]': { opacity: 0.65, cursor: 'default' },
  },
  '@media': { [forcedColours]: { borderColor: 'ButtonText' } },
})

export const variant = {
  primary: kit.style(
    {
      background: vars.colour.accent,
      color: vars.colour.onAccent,
      selectors: { '&:hover': { background: vars.colour.accentHover } },
    },
    [plain],
  ),
  secondary: kit.style(
    {
      background: vars.colour.raised,
      borderColor: vars.colour.outline,
      color: vars.colour.text,
      selectors: { '&:hover': { background: vars.colour.sunk, borderColor: vars.colour.text } },
    },
    [plain],
  ),
  quiet: kit.style(
    {
      color: vars.colour.link,
      selectors: { '&:hover': { background: vars.colour.sunk } },
    },
    [plain],
  ),
  danger: kit.style(
    {
      background: vars.colour.raised,
      borderColor: vars.colour.danger,
      color: vars.colour.danger,
      selectors: { '&:hover': { background: vars.colour.dangerGround } },
    },
    [plain],
  ),
} as const

export const small = kit.style({
  minHeight: '2.25rem',
  paddingBlock: vars.space[1],
  paddingInline: vars.space[3],
  fontSize: vars.size.small,
})

/** Full width on a phone, its own width from a tablet on. */
export const wide = kit.style({
  width: '100%',
  hyphens: 'auto',
  overflowWrap: 'anywhere',
  '@media': { '(min-width: 30rem)': { width: 'auto', overflowWrap: 'break-word' } },
})

/** The name and what is being done, one over the other: the button is as wide as the wider of them. */
export const stack = cabinetPart.style({ display: 'grid', alignItems: 'center', justifyItems: 'center' })
const layer = cabinetPart.style({ gridArea: '1 / 1' })
export const name = cabinetPart.style({ opacity: 0 }, [layer])
export const now = cabinetPart.style(
  { display: 'inline-flex', alignItems: 'center', gap: vars.space[2], whiteSpace: 'nowrap' },
  [layer],
)
const turn = keyframes({ to: { transform: 'rotate(1turn)' } })
export const spinner = cabinetPart.style({
  width: '1em',
  height: '1em',
  border: '2px solid currentColor',
  borderInlineEndColor: 'transparent',
  borderRadius: vars.radius.full,
  '@media': { '(prefers-reduced-motion: no-preference)': { animation: `${turn} 0.8s linear infinite` } },
})
