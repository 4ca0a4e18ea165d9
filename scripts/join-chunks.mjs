import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'

/**
 * The compiler makes a chunk of every set of pages that share something, and of every server module that it emptied: some
 * fifty requests a page, most of a few hundred bytes, which compress badly. The framework's chunks are joined into one here,
 * those that every page of the cabinet loads, or many of them, into another, and those that only pages with forms share
 * into a third. A file whose content changes gets another name, since browsers cache these files by their names without
 * a limit.
 */
const folder = 'public/build'
const server = 'build/index.js'
/** What each page of the cabinet loads. */
const everywhere = ['entry.client', 'root.tsx', 'routes/cabinet/route']
/** Code used by this share of the cabinet's pages goes into a joined chunk. */
const many = 1 / 12
/** What at least so many pages with forms share, and no other page loads, is joined with what binds forms. */
const severalPages = 2
/** The package that binds forms. */
const formPackage = 'node_modules/@conform-to/'
/** What every page with scripts starts with. */
const frameworkPackages =
  /^node_modules\/(react|react-dom|react-router|react-router-dom|@remix-run\/(react|router))\//

/** Call after the compiler and before its files are compressed. */
export async function joinChunks() {
  const { outputs } = JSON.parse(readFileSync('build/metafile.js.json', 'utf8'))
  const groups = chunksToJoin(outputs)
  const bundles = []
  for (const chunks of groups) bundles.push(await joinedFrom(chunks, outputs, bundles))
  const joined = groups.flat()
  const files = new Map(scriptsOf(folder).map((file) => [file, readFileSync(file, 'utf8')]))
  for (const file of joined) files.delete(file)
  for (const [file, script] of files) {
    const joinedScript = listingBundles(importingBundles(script, bundles), bundles)
    files.set(file, isManifest(file) ? forBrowser(joinedScript) : joinedScript)
  }
  const names = newNames(files, bundles)
  // Their own names are hashes of their contents; the names that they load later follow from those.
  for (const bundle of bundles) files.set(join(folder, bundle.path), bundle.script)

  for (const file of joined) rmSync(file)
  for (const [file, script] of files) {
    writeFileSync(file, renamed(script, names))
    const name = names.get(basename(file))
    if (name) renameSync(file, join(dirname(file), name))
  }
  writeFileSync(server, renamed(listingBundles(readFileSync(server, 'utf8'), bundles), names))
  expectNothingLost(bundles, names)
}

/**
 * Paths of the chunks that are joined: the framework's, which rarely change, then those of many pages, then those of the
 * pages with forms. Each may import those before it, and not the other way round.
 */
function chunksToJoin(outputs) {
  const all = Object.keys(outputs)
  const entries = (isOne) => all.filter((file) => isOne(outputs[file].entryPoint ?? ''))
  const inputsOf = (file) => Object.keys(outputs[file].inputs)
  const isShared = (file) => file.includes('/_shared/') && outputs[file].entryPoint === undefined
  const isEmpty = (file) => inputsOf(file).every((input) => input.startsWith('empty-module:'))
  const isOfPackage = (file) => inputsOf(file).some((input) => input.startsWith('node_modules/'))
  const isOfFramework = (file) =>
    isShared(file) && inputsOf(file).some((input) => frameworkPackages.test(input))

  const framework = [...withImports(all.filter(isOfFramework), outputs)].filter(isShared)
  const isAlways = (entry) => everywhere.some((one) => entry.includes(one))
  const always = withImports(entries(isAlways), outputs)
  const isPage = (entry) => /routes\/cabinet\.[^/]+\/route/.test(entry)
  const pages = entries(isPage).map((page) => withImports([page], outputs))
  const isOfMany = (file) => pages.filter((page) => page.has(file)).length >= pages.length * many
  // A package that not every page loads is not worth loading with each.
  const isLight = (file) =>
    [...withImports([file], outputs)].every((one) => !isOfPackage(one) || always.has(one))
  const isWanted = (file) => always.has(file) || isEmpty(file) || (isOfMany(file) && isLight(file))
  const wanted = all.filter((file) => isShared(file) && isWanted(file))
  // Their imports are joined too, so that the joined chunk imports nothing that imports it.
  const isJoinable = (file) => isShared(file) && !framework.includes(file)
  const common = [...withImports(wanted, outputs)].filter(isJoinable)

  const ofPackage = all.filter((file) => inputsOf(file).some((input) => input.startsWith(formPackage)))
  const withForms = pages.filter((page) => ofPackage.some((file) => page.has(file)))
  const isOfForms = (file) => {
    const users = pages.filter((page) => page.has(file))
    return users.length >= severalPages && users.every((page) => withForms.includes(page))
  }
  const isOfFormsAlone = (file) => isJoinable(file) && !common.includes(file) && isOfForms(file)
  const forms = [...withImports(all.filter(isOfFormsAlone), outputs)].filter(
    (file) => isJoinable(file) && !common.includes(file),
  )
  return [framework, common, forms]
}

/** These files and all that they can't start without. */
function withImports(files, outputs, seen = new Set()) {
  for (const file of files) {
    if (seen.has(file) || !outputs[file]) continue
    seen.add(file)
    const imports = outputs[file].imports.filter(({ kind }) => kind === 'import-statement')
    withImports(
      imports.map(({ path }) => path),
      outputs,
      seen,
    )
  }
  return seen
}

/**
 * One script of all of them, whose exports are named by chunk and by name within it: `c0_a`.
 * @param before the joined chunks that this one may import
 */
async function joinedFrom(chunks, outputs, before) {
  const urlOf = (file) => `/${file.replace('public/', '')}`
  const prefixes = new Map(chunks.map((file, place) => [urlOf(file), `c${place.toString(36)}_`]))
  const again = chunks.map((file) => {
    const names = outputs[file].exports.map((name) => `${name} as ${prefixes.get(urlOf(file))}${name}`)
    return `export { ${names.join(', ')} } from '${urlOf(file)}'`
  })
  const joinedChunks = {
    name: 'joined chunks',
    setup({ onResolve }) {
      onResolve({ filter: /^\/build\// }, ({ path }) =>
        prefixes.has(path) ? { path: join(process.cwd(), 'public', path) } : { path, external: true },
      )
    },
  }
  const built = await build({
    stdin: { contents: again.join('\n'), resolveDir: process.cwd() },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [joinedChunks],
  })
  const script = importingBundles(built.outputFiles[0].text, before)
  const hash = hashOf(script)
  return {
    prefixes,
    script,
    hash,
    path: `_shared/bundle-${hash}.js`,
    url: `/build/_shared/bundle-${hash}.js`,
  }
}

const importingBundles = (script, bundles) => bundles.reduce(importingBundle, script)

/** Replaces a script's imports of the joined chunks by imports of the bundle. */
function importingBundle(script, { prefixes, url }) {
  const names = []
  const rest = script.replace(/import(?:\{([^}]*)\}from)?"([^"]+)";\n?/g, (statement, wanted, path) => {
    const prefix = prefixes.get(path)
    if (prefix === undefined) return statement
    for (const name of wanted?.split(',') ?? []) {
      const [theirs, ours = theirs] = name.trim().split(' as ')
      names.push(`${prefix}${theirs} as ${ours}`)
    }
    return ''
  })
  if (rest === script) return script
  return names.length > 0 ? `import{${names.join(',')}}from"${url}";${rest}` : `import"${url}";${rest}`
}

const listingBundles = (text, bundles) => bundles.reduce(listingBundle, text)

/** The lists of a page's scripts, with the joined chunk once instead of its parts. */
function listingBundle(text, { prefixes, url }) {
  return text.replace(/\[(?:\s*"\/build\/[^"]+",?)+\s*\]/g, (list) => {
    const paths = JSON.parse(list).map((path) => (prefixes.has(path) ? url : path))
    return JSON.stringify([...new Set(paths)])
  })
}

const isManifest = (file) => basename(file).startsWith('manifest-')

/**
 * Routes that no page with scripts navigates to: the operators' pages, which a redirect of the document leads to, the kit,
 * files of the site and of the cabinet, what scripts fetch, the site's pages behind its lists and forms, and the pages behind the sign-in's own and behind links of mails, which
 * have no scripts.
 */
const isOfDocumentsOnly = (id) =>
  /^routes\/(operator|kit|session|step-up|\[|cabinet\..*(\[|\.content$|\.picture$)|_auth\.(invitation|login_\.|not-me|password\.reset)|_site\.(search|subscribe|\w+_\.))/.test(
    id,
  )

/**
 * The browser's list of routes without what it never uses: flags that are not set, and the preloads of pages that have no
 * scripts, which are documents and are not prefetched.
 */
function forBrowser(script) {
  const [, start, json, end] = /^(window\.__remixManifest=)(.*?)(;?\s*)$/s.exec(script)
  const manifest = JSON.parse(json)
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (isOfDocumentsOnly(id)) delete manifest.routes[id]
    if (id !== 'root' && !id.startsWith('routes/cabinet')) delete route.imports
    for (const flag of Object.keys(route)) if (route[flag] === false) delete route[flag]
  }
  return start + JSON.stringify(manifest) + end
}

/** New names of all files whose content is another one now, or that name such a file. */
function newNames(files, bundles) {
  const names = new Map()
  const rename = (file) => {
    const name = basename(file)
    const hash = hashOf([name, ...bundles.map((bundle) => bundle.hash)].join(''))
    names.set(name, name.replace(/-[A-Z0-9]{8}\.js$/, `-${hash}.js`))
  }
  for (let before = -1; before !== names.size;) {
    before = names.size
    for (const [file, script] of files) {
      if (names.has(basename(file)) || file.includes('/islands/')) continue
      const named = [...bundles.map(({ url }) => url), ...names.keys()]
      if (named.some((name) => script.includes(name))) rename(file)
    }
  }
  return names
}

const renamed = (text, names) =>
  text.replace(/[^/"']+-[A-Z0-9]{8}\.js(?=["'])/g, (name) => names.get(name) ?? name)

function scriptsOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Eight letters and digits, as the compiler's. */
const hashOf = (text) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .toUpperCase()
    .slice(0, 8)

/** A name without a file would be a page without scripts, so the build fails. */
function expectNothingLost(bundles, names) {
  const joined = bundles.flatMap(({ prefixes }) => [...prefixes.keys()])
  const files = scriptsOf(folder)
  const there = new Set(files.map((file) => basename(file)))
  for (const file of [...files, server]) {
    const text = readFileSync(file, 'utf8')
    for (const [path] of text.matchAll(/(?<=["'])\/build\/[^"']+\.js(?=["'])/g))
      if (!there.has(basename(path))) throw new Error(`${file} asks for ${path}, which is not there`)
    for (const gone of [...joined, ...names.keys()])
      if (text.includes(basename(gone))) throw new Error(`${file} names ${gone}, which is gone`)
  }
}
