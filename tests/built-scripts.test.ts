import { readFileSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { built } from './support/built'

/** What the built scripts of the browser hold, and what they must not. */

const assets = 'public/build'

/** What the compiler tells of the browser's build, as far as it is asked here. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>
}

describe('the built scripts', () => {
  let bundled: string[]
  let files: string[]

  beforeAll(async () => {
    await built()
    const { outputs } = JSON.parse(readFileSync('build/metafile.js.json', 'utf8')) as Metafile
    bundled = Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    )
    files = readdirSync(assets, { recursive: true, encoding: 'utf8' })
  })

  it('hold neither schemas, i18next, d3 nor server modules', () => {
    expect(bundled.filter((file) => file.startsWith('app/root'))).not.toEqual([])
    const serverOnly =
      /(^|\/)node_modules\/(zod|[\w-]*i18next|jose|undici|express|pino|d3-[\w-]+)\/|^app\/.*\.server\.tsx?$/
    expect(bundled.filter((file) => serverOnly.test(file))).toEqual([])
  })

  it('hold nothing of the page that shows the kit, and neither do the styles', () => {
    expect(bundled.filter((file) => file.startsWith('app/routes/kit/'))).toEqual([])
    const sheets = files.filter((file) => file.endsWith('.css'))
    expect(sheets).not.toEqual([])
    // It alone wears a theme whatever the device is set to.
    for (const file of sheets)
      expect(readFileSync(`${assets}/${file}`, 'utf8')).not.toContain('color-scheme:dark')
  })

  it('name no secret thing', () => {
    const secret = /refreshToken|Idempotency-Key|__Host-|SESSION_SECRETS/
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts).not.toEqual([])
    expect(scripts.filter((file) => secret.test(readFileSync(`${assets}/${file}`, 'utf8')))).toEqual([])
  })

  it('come without source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  })
})
