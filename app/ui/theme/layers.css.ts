import { globalLayer, globalStyle } from '@vanilla-extract/css'

/**
 * The order of all styles, declared once. The kit lives in `base`; the build may cut the bundle by layer, so
 * that a public page carries base and site alone.
 */
export const base = globalLayer('base')
export const site = globalLayer('site')
export const cabinet = globalLayer('cabinet')
export const operator = globalLayer('operator')

// The bundler drops layers that are only named, and their order with them; a rule keeps each in its place.
for (const layer of [base, site, cabinet, operator]) {
  globalStyle(':root', { '@layer': { [layer]: { vars: { '--layer': layer } } } })
}
