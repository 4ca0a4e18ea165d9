import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { chartSamples } from './charts.server'
import { loader } from './route'
import { Specimens, themes } from './specimens'

const html = (theme: (typeof themes)[number]) =>
  renderToStaticMarkup(<Specimens theme={theme} charts={chartSamples()} hrefOf={(one) => `#${one}`} />)

/** Parts that only the kit's own components use, and components without output. */
const parts = ['Field', 'Fieldset', 'FieldError', 'LinkComponent', 'ChartTooltip']

test('it shows every component of the kit', () => {
  const components = sourcesIn('app/ui').flatMap((source) =>
    [...source.matchAll(/^export (?:function|const) ([A-Z][a-z]\w+)/gm)].map(([, name]) => name as string),
  )
  expect(components).toContain('Chart')
  const shown = sourcesIn('app/routes/kit').join()
  expect(components.filter((name) => !parts.includes(name) && !shown.includes(`<${name}`))).toEqual([])
})

test.each(themes)('no id is used twice in it, by %s', (theme) => {
  const ids = load(html(theme))('[id]')
    .toArray()
    .map(({ attribs }) => attribs['id'])
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

test('both themes can be set independently of the device', () => {
  expect(new Set(themes.map((theme) => load(html(theme))('body > div').attr('class'))).size).toBe(3)
})

test('development has it', () => {
  expect(routesIn('development')).toContain('"routes/kit"')
  expect(ask('development')).toMatchObject({ theme: 'night' })
})

test('production has no such route, and its loader would answer 404', () => {
  expect(routesIn('production')).not.toContain('routes/kit')
  expect(routesIn('test')).not.toContain('routes/kit')
  expect(() => ask('production')).toThrow(expect.objectContaining({ status: 404 }) as Error)
})

function ask(mode: string) {
  const url = new URL('http://localhost/kit?theme=night')
  return loader({ context: { env: { mode }, url } } as unknown as Parameters<typeof loader>[0])
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

/** The routes as the compiler sees them. */
function routesIn(mode: typeof process.env.NODE_ENV): string {
  const env = { ...process.env, NODE_ENV: mode }
  return execFileSync('node_modules/.bin/remix', ['routes', '--json'], { env, encoding: 'utf8' })
}
