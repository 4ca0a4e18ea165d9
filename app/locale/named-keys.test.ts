import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listTexts } from './compile'
import { allTexts } from './texts.server'

/** An unused text is still sent to browsers and translated. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const code = ['app', 'backend']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

const namespaces = Object.keys(allTexts.en).join('|')
const whole = new RegExp(`'((?:${namespaces}):[\\w.-]+)'`, 'g')
const fromParts = new RegExp(`\`((?:${namespaces}):[^\`]*\\$\\{[^\`]*)\``, 'g')

const named = new Set([...code.matchAll(whole)].map(([, key]) => key))
/** Keys such as `common:step.${state}`: each placeholder matches one word of a key. */
const patterns = [...code.matchAll(fromParts)].map(([, template = '']) => {
  const texts = template.split(/\$\{[^}]*\}/).map((text) => text.replace(/[^\w:-]/g, '\\$&'))
  return new RegExp(`^${texts.join('[\\w-]+')}$`)
})

test('every text key is used in the code, complete or as a template', () => {
  const keys = new Set(listTexts(allTexts.en).map(([key]) => key.replace(/_(one|few|many|other)$/, '')))
  const isNamed = (key: string) => named.has(key) || patterns.some((pattern) => pattern.test(key))
  expect([...keys].filter((key) => !isNamed(key))).toEqual([])
})
