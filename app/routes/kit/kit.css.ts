import { type Colours, day, night } from '../../ui/theme/colours'
import { toHex } from '../../ui/theme/oklch'
import { operatorPart } from '../../ui/theme/style'
import { vars } from '../../ui/theme/vars.css'

const names = Object.keys(day) as (keyof Colours)[]

const page = operatorPart.style({
  minHeight: '100vh',
  padding: vars.space[4],
  background: vars.colour.page,
  color: vars.colour.text,
})

/** The tokens of one theme for everything inside, regardless of the device's setting. */
const worn = (colours: Colours, colorScheme: 'light' | 'dark') =>
  operatorPart.style(
    {
      colorScheme,
      vars: Object.fromEntries(names.map((name) => [vars.colour[name], toHex(colours[name])])),
    },
    [page],
  )

export const theme = { device: page, day: worn(day, 'light'), night: worn(night, 'dark') } as const

export const main = operatorPart.style({
  display: 'grid',
  gap: vars.space[7],
  maxWidth: vars.width.content,
  marginInline: 'auto',
})

export const swatches = operatorPart.style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))',
  gap: vars.space[3],
  fontSize: vars.size.small,
})
const swatch = operatorPart.style({
  height: vars.space[7],
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.control,
})
export const colour = Object.fromEntries(
  names.map((name) => [name, operatorPart.style({ background: vars.colour[name] }, [swatch])]),
)

const each = <Name extends string>(values: Readonly<Record<Name, string>>, property: 'fontSize' | 'width') =>
  Object.fromEntries(
    Object.entries<string>(values).map(([name, value]) => [name, operatorPart.style({ [property]: value })]),
  )

export const size = each(vars.size, 'fontSize')
export const space = each(vars.space, 'width')
export const bar = operatorPart.style({ height: vars.space[3], background: vars.colour.waterline })
