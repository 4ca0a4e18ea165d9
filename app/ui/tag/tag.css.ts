import { forcedColours, kit } from '../theme/style'
import { vars } from '../theme/vars.css'

const tag = kit.style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: vars.space[1],
  paddingBlock: '0.125rem',
  paddingInline: '0.5rem 0.625rem',
  borderRadius: vars.radius.full,
  fontSize: vars.size.small,
  fontWeight: vars.weight.medium,
  lineHeight: '1.25rem',
  maxWidth: '100%',
  '@media': { [forcedColours]: { border: '1px solid' } },
})

/** The word, not the icon, aligns with the text around it. */
export const word = kit.style({ alignSelf: 'baseline' })

export const meaning = {
  neutral: kit.style({ background: vars.colour.sunk, color: vars.colour.soft }, [tag]),
  info: kit.style({ background: vars.colour.infoGround, color: vars.colour.info }, [tag]),
  success: kit.style({ background: vars.colour.successGround, color: vars.colour.success }, [tag]),
  warning: kit.style({ background: vars.colour.warningGround, color: vars.colour.warning }, [tag]),
  danger: kit.style({ background: vars.colour.dangerGround, color: vars.colour.danger }, [tag]),
} as const
