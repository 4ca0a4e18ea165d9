import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type Declaration, type Root, type Rule } from 'postcss'
import { expect, test } from 'vitest'
import { built } from './support/built'

/** What moves in the built styles: nothing flashes or goes on for ever beside what is read (WCAG 2.2.2, 2.3.1). */

await built()

const folder = 'public/build'
const sheets = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.css'))
  .map((file) => postcss.parse(readFileSync(join(folder, file), 'utf8')))

/** The declarations of all sheets whose property is this one or begins with it. */
function declared(property: string): Declaration[] {
  const found: Declaration[] = []
  for (const sheet of sheets)
    sheet.walkDecls((one) => {
      if (one.prop === property || one.prop.startsWith(`${property}-`)) found.push(one)
    })
  return found
}

type Part = AtRule | Rule | Root | undefined

/** The conditions under which a declaration holds. */
function conditionsOf(one: Declaration): string[] {
  const found: string[] = []
  for (let above = one.parent as Part; above; above = above.parent as Part)
    if (above.type === 'atrule' && above.name === 'media') found.push(above.params)
  return found
}

/** What keyframes of this name change. */
const changedBy = (name: string): string[] =>
  sheets.flatMap((sheet) => {
    const props: string[] = []
    sheet.walkAtRules('keyframes', (rule) => {
      if (rule.params === name) rule.walkDecls(({ prop }) => void props.push(prop))
    })
    return props
  })

test('only what turns goes on for ever, and not for a reader who wants less motion', () => {
  const endless = declared('animation').filter(({ value }) => /\binfinite\b/.test(value))
  expect(endless.length).toBeGreaterThan(0)
  for (const one of endless) {
    // Of the words of the value only the name has keyframes.
    expect(new Set(one.value.split(/\s+/).flatMap(changedBy)), one.value).toEqual(new Set(['transform']))
    expect(conditionsOf(one).join(), one.value).toContain('prefers-reduced-motion')
  }
})

/** The times of the theme, which are none for who wants less motion. */
const themeTime = /var\(--(quick|gentle)\)/

test('for a reader who wants less motion nothing that moves takes time', () => {
  for (const time of ['--quick', '--gentle']) {
    const values = declared(time).filter((one) => /reduced-motion:\s*reduce/.test(conditionsOf(one).join()))
    expect(
      values.map(({ value }) => value),
      time,
    ).toContain('0s')
  }
  const moving = [...declared('transition'), ...declared('animation')].filter(
    (one) =>
      /\d(ms|s)\b/.test(one.value) && !/reduced-motion:\s*no-preference/.test(conditionsOf(one).join()),
  )
  for (const one of moving) {
    // What is there or not from one moment to the next does not move.
    const changed = one.value.split(/\s+/).flatMap(changedBy)
    const isStill =
      changed.length > 0 && changed.every((prop) => /^(visibility|opacity|position)$/.test(prop))
    expect(themeTime.test(one.value) || isStill, `${one.prop}: ${one.value}`).toBe(true)
  }
})
