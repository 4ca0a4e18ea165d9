import { cabinetPart } from '~/ui/theme/style'
import { vars } from '~/ui/theme/vars.css'

/** What a withdrawal asks for, below the terms. */
export const needs = cabinetPart.style({ display: 'block', marginBlockStart: vars.space[1] })
