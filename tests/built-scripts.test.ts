import { readFileSync, readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PageHandle } from '~/framework/page'
import { texts } from '~/locale/texts.en'
import { allTexts } from '~/locale/texts.server'
import { built } from './support/built'
import { addressedRoutes, loadServerBuild } from './support/server-build'

/** What the built browser scripts must contain, and what they must not. */

const assets = 'public/build'

/** A text's key, whole or the beginning of a template. */
const textKey = new RegExp(`['\`]((?:${Object.keys(allTexts.en).join('|')}):[\\w.-]+)`, 'g')

/** The compiler's report on the browser build, as far as this test needs it. */
interface Metafile {
  outputs: Record<
    string,
    {
      entryPoint?: string
      inputs: Record<string, { bytesInOutput: number }>
      imports: { path: string; kind: string }[]
    }
  >
}

/** What the compiler takes out of a route's script. */
const serverPart = /^export (?:async )?function (?:loader|action)\b[^]*?^}$/gm

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

  it('name no text that the browser does not have', async () => {
    const has = new RegExp(`^(${Object.keys(texts).join('|')}):`)
    const wrong = (await hydratedRoutes()).flatMap((id) => {
      const entry = Object.entries(outputs).find(([, { entryPoint }]) =>
        entryPoint?.startsWith(`browser-route-module:${id}/`),
      )
      expect(entry, id).toBeDefined()
      return [...sourcesOf(entry?.[0] ?? '')].flatMap((file) =>
        [...readFileSync(file, 'utf8').replace(serverPart, '').matchAll(textKey)]
          .map(([, key = '']) => key)
          .filter((key) => !has.test(key))
          .map((key) => `${id}: ${key} in ${file}`),
      )
    })
    expect(wrong.join('\n')).toBe('')
  })

  /** The pages whose scripts are sent. */
  async function hydratedRoutes(): Promise<string[]> {
    const routes = addressedRoutes(await loadServerBuild())
    return routes
      .filter(({ id, module }) => {
        const handle = module.handle as PageHandle | undefined
        return id.startsWith('routes/cabinet') && module.default && handle?.scripts !== false
      })
      .map(({ id }) => id)
  }

  /** Our own sources that a script loads with it or later. */
  function sourcesOf(output: string): Set<string> {
    const loaded = new Set([output])
    for (const one of loaded) for (const { path } of outputs[one]?.imports ?? []) loaded.add(path)
    const all = [...loaded].flatMap((one) => Object.entries(outputs[one]?.inputs ?? {}))
    return new Set(
      all.flatMap(([file, { bytesInOutput }]) => {
        const source = file.replace(/^browser-route-module:(.*)\?browser$/, 'app/$1')
        return bytesInOutput > 0 && /^app\/.*\.tsx?$/.test(source) ? [source] : []
      }),
    )
  }

  it('come without source maps', () => {
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  })
})
