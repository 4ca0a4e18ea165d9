import { readFileSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { built } from './support/built'

/** What the built browser scripts must contain, and what they must not. */

const assets = 'public/build'

/** The compiler's report on the browser build, as far as this test needs it. */
interface Metafile {
  outputs: Record<
    string,
    {
      inputs: Record<string, { bytesInOutput: number }>
      imports: { path: string; kind: string }[]
    }
  >
}

describe('the built scripts', () => {
  let bundled: string[]
  let outputs: Metafile['outputs']
  let files: string[]

  beforeAll(async () => {
    await built()
    outputs = (JSON.parse(readFileSync('build/metafile.js.json', 'utf8')) as Metafile).outputs
    bundled = Object.values(outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    )
    files = readdirSync(assets, { recursive: true, encoding: 'utf8' })
  })

  it('contain no schemas, i18next, d3 or server modules', () => {
    expect(bundled.filter((file) => file.startsWith('app/root'))).not.toEqual([])
    const serverOnly =
      /(^|\/)node_modules\/(zod|[\w-]*i18next|jose|undici|express|pino|d3-[\w-]+)\/|^app\/.*\.server\.tsx?$/
    expect(bundled.filter((file) => serverOnly.test(file))).toEqual([])
  })

  it('load what speaks with passkeys where one is used, and with no page', () => {
    const speaking = Object.keys(outputs).filter((output) =>
      Object.entries(outputs[output]!.inputs).some(
        ([file, { bytesInOutput }]) => file.includes('node_modules/@simplewebauthn/') && bytesInOutput > 0,
      ),
    )
    expect(speaking).not.toEqual([])
    const importing = Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ path }) => speaking.includes(path)).map(({ kind }) => kind),
    )
    expect([...new Set(importing)]).toEqual(['dynamic-import'])
  })

  it('contain nothing of the page that shows the kit, and neither do the styles', () => {
    expect(bundled.filter((file) => file.startsWith('app/routes/kit/'))).toEqual([])
    const sheets = files.filter((file) => file.endsWith('.css'))
    expect(sheets).not.toEqual([])
    // Only that page sets a theme independent of the device.
    for (const file of sheets)
      expect(readFileSync(`${assets}/${file}`, 'utf8')).not.toContain('color-scheme:dark')
  })

  it('contain no names of secrets', () => {
    const secret = /refreshToken|Idempotency-Key|__Host-|SESSION_SECRETS/
    const scripts = files.filter((file) => file.endsWith('.js'))
    expect(scripts).not.toEqual([])
    expect(scripts.filter((file) => secret.test(readFileSync(`${assets}/${file}`, 'utf8')))).toEqual([])
  })

  it('come without source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  })
})
