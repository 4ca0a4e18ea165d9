import { createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { type Colours, day, night } from './colours'
import { base } from './layers.css'
import { toCss, toHex } from './oklch'

/**
 * Every token as a custom property. A company puts its own colours into `colours.ts` and its own name and
 * mark into `logo`; nothing else knows a colour.
 */
const names = Object.keys(day) as (keyof Colours)[]

const colour = createGlobalThemeContract(
  Object.fromEntries(names.map((name) => [name, name])) as Record<keyof Colours, string>,
  (name) => `c-${name}`,
)

/** Sizes grow from a phone of 360 px to a desktop of 1280 px; rem, so that they follow the reader's own size. */
const fluid = (min: number, max: number) => {
  const slope = ((max - min) / (1280 - 360)) * 100
  const rest = (min - (slope * 360) / 100) / 16
  return `clamp(${min / 16}rem, ${rest.toFixed(4)}rem + ${slope.toFixed(4)}vw, ${max / 16}rem)`
}

const tokens = createGlobalThemeContract({
  size: {
    small: 's14',
    body: 's16',
    lead: 's18',
    h4: 's18h',
    h3: 's22',
    h2: 's28',
    h1: 's36',
    display: 's48',
  },
  shadow: 'shadow',
  quick: 'quick',
  gentle: 'gentle',
})

const rem = (pixels: number) => `${pixels / 16}rem`

/** A heading of large text grows on a phone until a long word of it fills the screen. */
const toScreen = (size: string) => `min(${size}, 13vw)`

export const vars = {
  colour,
  size: tokens.size,
  /** Only for what floats: dialog, menu, toast. */
  shadow: tokens.shadow,
  motion: { quick: tokens.quick, gentle: tokens.gentle },
  space: {
    1: rem(4),
    2: rem(8),
    3: rem(12),
    4: rem(16),
    5: rem(24),
    6: rem(32),
    7: rem(48),
    8: rem(72),
    9: rem(104),
  },
  /** Beside the text of a page and of its boxes; large text on a narrow screen has no more of it. */
  inset: { box: 'min(1rem, 4vw)', wideBox: 'min(1.5rem, 5vw)' },
  radius: { surface: '10px', control: '8px', full: '999px' },
  /** Content, reading text, and a column of form fields. */
  width: { content: rem(1120), reading: rem(680), form: rem(448) },
  control: rem(44),
  weight: { normal: '400', medium: '500', strong: '600' },
  font: {
    text: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
    code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  },
} as const

const bare = (variable: string) => variable.slice('var('.length, -1)

const coloursAs = (colours: Colours, format: typeof toHex) =>
  Object.fromEntries(names.map((name) => [bare(colour[name]), format(colours[name])]))

const light = '(prefers-color-scheme: light)'
const dark = '(prefers-color-scheme: dark)'
const oklch = '(color: oklch(0 0 0))'

globalStyle(':root', {
  '@layer': {
    [base]: {
      colorScheme: 'light dark',
      vars: {
        ...coloursAs(day, toHex),
        [bare(vars.size.small)]: rem(14),
        [bare(vars.size.body)]: rem(16),
        [bare(vars.size.lead)]: fluid(17, 18),
        [bare(vars.size.h4)]: rem(18),
        [bare(vars.size.h3)]: fluid(20, 22),
        [bare(vars.size.h2)]: toScreen(fluid(24, 28)),
        [bare(vars.size.h1)]: toScreen(fluid(28, 36)),
        [bare(vars.size.display)]: toScreen(fluid(30, 48)),
        [bare(vars.shadow)]: '0 1px 2px rgb(8 32 44 / 0.08), 0 12px 32px rgb(8 32 44 / 0.16)',
        [bare(vars.motion.quick)]: '120ms',
        [bare(vars.motion.gentle)]: '200ms',
      },
      '@media': {
        [light]: { '@supports': { [oklch]: { vars: coloursAs(day, toCss) } } },
        [dark]: {
          vars: {
            ...coloursAs(night, toHex),
            [bare(vars.shadow)]: '0 1px 2px rgb(0 0 0 / 0.4), 0 12px 32px rgb(0 0 0 / 0.5)',
          },
          '@supports': { [oklch]: { vars: coloursAs(night, toCss) } },
        },
        '(prefers-reduced-motion: reduce)': {
          vars: { [bare(vars.motion.quick)]: '0s', [bare(vars.motion.gentle)]: '0s' },
        },
      },
    },
  },
})
