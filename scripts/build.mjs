import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { transform } from 'esbuild'
import { buildBackend } from './build-backend.mjs'
import { buildIslands } from './build-islands.mjs'
import { bundleServer } from './build-server.mjs'
import { cutStyles } from './cut-styles.mjs'
import { flattenLayers } from './flatten-layers.mjs'
import { gapsOfRows } from './gaps-of-rows.mjs'
import { physicalSides } from './physical-sides.mjs'
import { joinChunks } from './join-chunks.mjs'

/**
 * Builds both programs: the app by Remix into `build/index.js` and `public/build`, bundled with its packages, and the
 * islands of public pages; the backend by esbuild into `build/backend.js`, with the commands of its operation and the
 * migrations.
 * `--if-stale` does nothing when no source is newer than the last whole build.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const stamp = 'build/.complete'
/** Of app/ui/theme/layers.css.ts, in their order. */
const layers = ['base', 'site', 'cabinet', 'operator']
const sources = [
  'app',
  'backend',
  'locales',
  'server.ts',
  'scripts',
  'remix.config.js',
  'tsconfig.json',
  'package-lock.json',
]

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0)

rmSync('build', { recursive: true, force: true })
rmSync('public/build', { recursive: true, force: true })
buildApp()
await joinChunks()
await bundleServer('build')
await buildIslands()
await lowerScripts()
await buildBackend('build')
cutSheets()
writeLetters()
compressAssets()
writeFileSync(stamp, '')

function isFresh() {
  return existsSync(stamp) && sources.every((source) => newest(source) < statSync(stamp).mtimeMs)
}

/** The last change below a path, deleted files included: a deletion changes their folder. */
function newest(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function buildApp() {
  const { status } = spawnSync('node_modules/.bin/remix', ['build'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Writes a style sheet for each area, without layers. The operator's area has the whole one; `app/framework/stylesheet.server.ts`
 * chooses.
 */
function cutSheets() {
  for (const name of readdirSync('public/build').filter((file) => /^css-bundle-\w+\.css$/.test(file))) {
    const css = readFileSync(join('public/build', name), 'utf8')
    const write = (area, kept) =>
      writeFileSync(
        join('public/build', name.replace(/\.css$/, `${area}.css`)),
        gapsOfRows(physicalSides(flattenLayers(cutStyles(css, kept), layers))),
      )
    write('.site', ['base', 'site'])
    write('.cabinet', ['base', 'site', 'cabinet']) // from there a script can lead to a public page
    write('', layers)
  }
}

/**
 * The compiler escapes non-ASCII characters, which makes a Russian text three times as long. Scripts are UTF-8, so it
 * is undone.
 */
function writeLetters() {
  const folder = 'public/build/_shared'
  for (const name of readdirSync(folder).filter((file) => /^texts\.ru-\w+\.js$/.test(file))) {
    const file = join(folder, name)
    const script = readFileSync(file, 'utf8')
    const letter = (_escape, code) => String.fromCharCode(parseInt(code, 16))
    writeFileSync(file, script.replace(/\\u(04[0-9a-f]{2})/gi, letter))
  }
}

/** A package is published with static blocks, which Safari knows since 16.4: before, a page would lose all of its scripts. */
async function lowerScripts() {
  for (const file of readdirSync('public/build', { recursive: true }).filter((name) =>
    name.endsWith('.js'),
  )) {
    const script = readFileSync(join('public/build', file), 'utf8')
    if (!/\bstatic\s*\{/.test(script)) continue
    const supported = { 'class-static-blocks': false }
    const { code } = await transform(script, { minify: true, target: 'esnext', supported })
    writeFileSync(join('public/build', file), code)
  }
}

/** @param postfixBits how distances are coded; which of them suits a file shows only when it is tried */
function compressedTightly(bytes, postfixBits) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_NPOSTFIX]: postfixBits,
  }
  return brotliCompressSync(bytes, { params })
}

/** Compresses the browser's files once, at the highest level, instead of on each request. */
function compressAssets() {
  for (const entry of readdirSync('public/build', { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const bytes = readFileSync(file)
    const [compressed] = [0, 1, 2]
      .map((postfixBits) => compressedTightly(bytes, postfixBits))
      .toSorted((one, other) => one.length - other.length)
    if (compressed.length < bytes.length) writeFileSync(`${file}.br`, compressed)
  }
}
