import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minVersion, satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { declaredNames } from './support/declared-names'

/** The laws that the compiler can't hold: who may import whom, what may reach a browser, what may be called what. */

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['app', 'backend', 'server.ts'].flatMap(filesUnder).filter((file) => /\.tsx?$/.test(file))
const production = sources.filter((file) => !file.includes('.test.'))
const app = production.filter((file) => !file.startsWith('backend/'))

describe('imports point one way', () => {
  const pages = ['app/routes/', 'app/server/', 'server.ts', 'app/root.tsx']
  const directions: { from: string; never?: string[]; only?: string[]; why: string }[] = [
    { from: 'app/contract/', only: ['app/contract/', 'zod'], why: 'the contract stands alone' },
    {
      from: 'app/formats/',
      only: ['app/formats/', '@scure/base', '@noble/hashes/', 'libphonenumber-js', 'ipaddr.js', 'node:net'],
      why: 'both programs read phones, wallets, networks and devices by it',
    },
    {
      from: 'app/telemetry/',
      only: [
        ...['app/telemetry/', 'prom-client', '@opentelemetry/', '@sentry/core', 'pino'],
        ...['node:http', 'node:events', 'node:crypto', 'node:async_hooks'],
      ],
      why: 'both programs tell about themselves by it',
    },
    {
      from: 'app/money/',
      only: ['app/money/', 'app/contract/languages', 'app/contract/currencies', 'big.js'],
      why: 'money knows amounts and how they are written',
    },
    { from: 'app/paths.ts', only: [], why: 'addresses need nothing' },
    {
      from: 'app/ui/',
      only: [
        ...['app/ui/', 'react', 'react-dom', '@vanilla-extract/'],
        ...['culori', 'd3-scale', 'd3-shape', 'radix-ui', 'get-nonce'],
      ],
      why: 'the kit knows no router, no contract and no text',
    },
    {
      from: 'app/locale/',
      only: [
        'app/locale/',
        'app/money/',
        'app/contract/',
        'locales/',
        'i18next',
        'remix-i18next/',
        'negotiator',
        'react',
        'zod',
      ],
      why: 'texts serve everything',
    },
    {
      from: 'app/upstream/',
      never: [...pages, 'app/session/', 'app/forms/', 'app/money-forms/', 'app/ui/'],
      why: 'the client is given its token',
    },
    {
      from: 'app/session/',
      never: [...pages, 'app/forms/', 'app/money-forms/', 'app/ui/', 'app/layouts/', 'app/framework/'],
      why: 'pages stand on the session',
    },
    {
      from: 'app/forms/',
      never: [...pages, 'app/money-forms/', 'app/investments/', 'app/identity/', 'app/layouts/'],
      why: 'forms serve any route',
    },
    { from: 'app/investments/', never: [...pages, 'app/money-forms/', 'app/site/'], why: 'it serves pages' },
    { from: 'app/money-forms/', never: [...pages, 'app/layouts/', 'app/site/'], why: 'pages stand on it' },
    {
      from: 'app/notifications/',
      never: [...pages, 'app/money-forms/', 'app/layouts/'],
      why: 'layouts show it',
    },
    { from: 'app/server/', never: ['app/routes/', 'server.ts'], why: 'the server is given its build' },
    { from: 'app/', never: ['backend/', 'tests/', 'bench/'], why: 'the app runs on any upstream' },
    { from: 'backend/', never: ['tests/', 'bench/', 'server.ts'], why: 'tests stand on the programs' },
    { from: 'tests/stranger/', never: ['app/', 'backend/'], why: 'it knows the contract from outside only' },
    {
      from: 'backend/domain/',
      never: ['fastify', 'drizzle-orm', 'pg', 'node:http', 'backend/api/', 'backend/db/', 'backend/jobs/'],
      why: 'the rules know no HTTP and no SQL',
    },
    {
      from: 'backend/funds/',
      never: ['fastify', 'backend/api/', 'backend/operator/'],
      why: 'money knows no HTTP',
    },
    {
      from: 'backend/auth/',
      never: ['fastify', 'backend/api/', 'backend/accounts/'],
      why: 'it knows no HTTP',
    },
  ]

  it.each(directions)('$from: $why', ({ from, only, never = [] }) => {
    const files = [...production, ...filesUnder('tests/stranger')].filter((file) => file.startsWith(from))
    expect(files).not.toEqual([])
    const wrong = files
      .flatMap((file) => allImports(file).map((target) => ({ file, target })))
      .filter(({ target }) => (only ? !startsWithAny(target, only) : startsWithAny(target, never)))
    expect(wrong).toEqual([])
  })

  it('the backend takes from the app the contract, the formats and the telemetry, nothing else', () => {
    const taken = production
      .filter((file) => file.startsWith('backend/'))
      .flatMap((file) => allImports(file).filter((target) => target.startsWith('app/')))
    expect(
      taken.filter((target) => !startsWithAny(target, ['app/contract/', 'app/formats/', 'app/telemetry/'])),
    ).toEqual([])
  })

  it('no folders stand in a circle: not for what runs, nor for types', () => {
    expect(circlesOfFolders(valueImports)).toEqual([])
    expect(circlesOfFolders(allImports)).toEqual([])
  })

  it('no route imports another route', () => {
    const folderOf = (path: string) => /^app\/routes\/[^/]+/.exec(path)?.[0]
    const wrong = production
      .filter((file) => file.startsWith('app/routes/'))
      .flatMap((file) => allImports(file).map((target) => ({ file, target })))
      .filter(({ file, target }) => folderOf(target) && folderOf(target) !== folderOf(file))
    expect(wrong).toEqual([])
  })
})

describe('one place for each thing', () => {
  it('the environment is read by its two schemas', () => {
    // NODE_OPTIONS is Node's own.
    expect(filesWith(/process\.env(?!\['NODE_OPTIONS'\])/, production)).toEqual(
      ['app/env.server.ts', 'backend/env.ts'].filter((file) => existsSync(join(root, file))),
    )
  })

  it('the upstream and its bearer are known to the client alone', () => {
    // In the browser the content policy lets a script ask this app alone.
    const inBrowser = /\/(([a-z]+-)?island|ask-own-server|passkey-ceremony)\.ts$/
    // Reports of errors go to an address of their own.
    const allowed = /^app\/(upstream|telemetry)\//
    const outside = app.filter((file) => !allowed.test(file) && !inBrowser.test(file))
    expect(filesWith(/(?<![.\w])fetch\(|\bBearer /, outside)).toEqual([])
  })

  it('addresses are written in paths.ts and operator-paths.ts', () => {
    const areas =
      'cabinet|login|logout|register|phone|password|language|operator|demo|_app|subscribe|risk|privacy'
    const literal = new RegExp(`['"\`]/(${areas})(?![\\w-])`)
    const elsewhere = app.filter(
      (file) => !/^app\/(operator-)?paths\.ts$/.test(file) && !file.startsWith('app/contract/'),
    )
    expect(filesWith(literal, elsewhere)).toEqual([])
  })

  it('what the framework keeps to itself is touched in one folder', () => {
    const elsewhere = production.filter((file) => !file.startsWith('app/framework/'))
    expect(filesWith(/__remix|__reactRouter|unstable_|staticHandlerContext|routeModules/, elsewhere)).toEqual(
      [],
    )
    // Who cuts or wraps the build; the rest is handed it.
    const builds = filesWith(/build\.routes|\.\.\.build\b/, elsewhere)
    expect(builds).toEqual(['app/server/create-app.server.ts'])
  })

  it('the start is read in one glance, and ends no process by itself', () => {
    const start = read('server.ts')
    expect(start.split('\n').length).toBeLessThanOrEqual(51)
    expect(start).not.toContain('process.exit')
  })

  it('languages and the scales of currencies are stated in the contract', () => {
    const elsewhere = production.filter((file) => !file.startsWith('app/contract/'))
    expect(filesWith(/'ru' *\| *'en'|\['ru', *'en'\]|USDT: 6/, elsewhere)).toEqual([])
  })

  it('the tests that run apart exist', () => {
    const [, list = ''] = /^const apart = \[(.*?)^\]/ms.exec(read('vitest.config.ts')) ?? []
    const apart = [...list.matchAll(/'([^']+)'/g)].map(([, file = '']) => file)
    expect(apart.length).toBeGreaterThan(5)
    expect(apart.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('nothing is called utils, helpers, common or lib', () => {
    const names = sources.filter((file) => /(^|\/)(utils?|helpers?|common|lib)(\/|\.)/.test(file))
    expect(names).toEqual([])
  })

  it('no module passes on all of another', () => {
    expect(filesWith(/export \* /, production)).toEqual([])
  })
})

describe('the size of a feature', () => {
  it('opening a deposit takes at most 30 files, besides the kit and the contract', () => {
    const route = app.filter((file) => file.startsWith('app/routes/cabinet.deposits.new/'))
    const imported = route
      .flatMap(valueImports)
      .filter((target) => target.startsWith('app/') && !startsWithAny(target, ['app/ui/', 'app/contract/']))
    const files = new Set([...route, ...imported].map((file) => file.replace(/\.tsx?$/, '')))
    expect([...files].sort().slice(30)).toEqual([])

    // What these import in turn is shared by all forms; it must not grow unseen.
    const all = new Set(route)
    for (const file of all)
      for (const target of valueImports(file)) {
        const source = app.find((one) => [`${target}.ts`, `${target}.tsx`].includes(one))
        if (source && !startsWithAny(source, ['app/ui/', 'app/contract/'])) all.add(source)
      }
    expect(all.size).toBeGreaterThan(30)
    expect(all.size).toBeLessThanOrEqual(75)
  })
})

describe('words', () => {
  const written = [...sources, ...['tests', 'bench', 'scripts'].flatMap(filesUnder)].filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && file !== 'tests/architecture.test.ts',
  )

  /** Names that were ours alone, whole and in any case, with their plurals. */
  const replaced = new Set([
    ...['notice', 'line', 'sessionline', 'island', 'door', 'admitted', 'tab', 'ear', 'deafened', 'heard'],
    ...['submissionid', 'ticket', 'claim', 'settle', 'look', 'step', 'check', 'checkpage'],
    ...['offer', 'way', 'waychoice', 'arrival', 'asking', 'standing', 'asked'],
    ...['nobody', 'visitorofnone', 'visit', 'createfront', 'keptpage', 'loose', 'pack', 'keepnothing'],
    ...['sayrequestid', 'orexplain', 'endonsignals', 'greet', 'forwhoever', 'forcaller', 'builtcall'],
    ...['desk', 'postman', 'carrier', 'tellday', 'upkeep', 'frame', 'most', 'least', 'longest', 'shortest'],
    ...['freshm', 'livesm', 'everym', 'againm', 'patiencem', 'patience'],
    ...['askedcall', 'askedin', 'askdespite', 'asksoon', 'askplainly', 'saidrate'],
    ...['keepstold', 'toldof', 'withtoldanew', 'readtold', 'puttold', 'toldkey', 'toldbroken'],
    ...['istotaltold', 'lingermsunlesstold', 'packing', 'unsettledsubmission', 'unsettledwarning'],
    ...[
      'islookedat',
      'looked',
      'ondoubt',
      'doubt',
      'stand',
      'routerstand',
      'answershere',
      'hear',
      'told',
      'toldby',
    ],
    ...[
      'outlook',
      'outlookby',
      'firstthing',
      'doneandnotshown',
      'refusalsay',
      'spoken',
      'iswish',
      'meant',
      'meantby',
    ],
    ...['istellingword', 'tellsminimum', 'tellsnet', 'tellsstate', 'istold', 'hastold', 'tellingofmany'],
    ...['farewell', 'toldday', 'lane', 'ownlane', 'tell'],
  ])
  /** Those of them that are no part of a longer name, either. */
  const part =
    /(?:^|_)(?:notice|door|ears|deafened|heard|claim|nobody|desk|postman|carrier|upkeep|greet|whoever|untold|manner)s?(?:_|$)/
  const bound = /^(?:most|least|longest|shortest)_|_(?:fresh|lives|every|again|patience)_ms$/
  /** Where such a word is the domain's, the platform's or a package's. */
  const allowed: Record<string, string> = {
    line: 'of a text, a posting or a drawing',
    lines: 'of a text, a posting or a drawing',
    tab: 'of a browser; in the kit, of a row of tabs',
    tabs: 'of a browser; in the kit, of a row of tabs',
    Tabs: 'the component of the kit',
    step: 'of a course, a range or a history that a test runs',
    steps: 'of a course, a range or a history that a test runs',
    ticket: 'a SubmissionTicket or a WorkTicket',
    tickets: 'SubmissionTickets or WorkTickets',
    check: 'a constraint of a table (drizzle-orm), and the icon of that name',
    frames: 'of a WebSocket',
    visit: 'to a page, by the browser in small of the tests',
    told: 'a field of the session cookie, which open sessions keep',
  }

  it('are those of the field: no name that a newcomer would have to look up', () => {
    const isOwn = (name: string) => {
      const words = name
        .replace(/([a-z\d])(?=[A-Z])/g, '$1_')
        .toLowerCase()
        .replace(/^[_#]+/, '')
      return (
        replaced.has(words.replaceAll('_', '').replace(/s$/, '')) || part.test(words) || bound.test(words)
      )
    }
    const found = written.map((file) => ({ file, names: [...declaredNames(join(root, file))].filter(isOwn) }))
    const wrong = found.map(({ file, names }) => ({ file, names: names.filter((name) => !allowed[name]) }))
    expect(wrong.filter(({ names }) => names.length > 0)).toEqual([])
    const used = new Set(found.flatMap(({ names }) => names))
    expect(
      Object.keys(allowed).filter((name) => !used.has(name)),
      'allowed, and nowhere',
    ).toEqual([])
  })

  it('in the names of files say what stands in them', () => {
    const vague =
      /(?:^|-)(?:told|conduct|manners?|at-once|(?<!^build-)parts|asked|front|frames?|ways?|standing|kept-page)[.-]/
    const names = written.map((file) => file.replace(/^.*\//, ''))
    expect(names.filter((name) => vague.test(name) || part.test(name.replace(/[.-]/g, '_')))).toEqual([])
  })

  it('of a comment cite no document that the repository does not hold', () => {
    const cited = /(?:^\s*\/?\*|\/\/).*(?:\brequirements? \d|\blaw \d|\bthe specification\b)/im
    expect(filesWith(cited, written)).toEqual([])
    const named = written.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:^\s*\/?\*|\/\/ ).*?([\w./-]+\.md)\b/gm)].map(
        ([, document = '']) => ({ file, document }),
      ),
    )
    expect(named.filter(({ file, document }) => !isNamedFrom(file, document))).toEqual([])
  })

  it('of a document or an SQL file cite no document that the repository does not hold, either', () => {
    const documents = ['docs', 'backend'].flatMap(filesUnder).filter((file) => /\.(md|sql)$/.test(file))
    expect(documents.length).toBeGreaterThan(20)
    expect(filesWith(/\brequirements? \d|\blaw \d|\bthe specification\b/i, documents)).toEqual([])
    const cited = /(?<![\w./-])[\w./-]+\.md\b/g
    const missing = documents.flatMap((file) =>
      (read(file).match(cited) ?? [])
        .filter((document) => !isNamedFrom(file, document))
        .map((document) => ({ file, document })),
    )
    expect(missing).toEqual([])
  })

  it('of a comment name no source file that does not exist', () => {
    const named = /(?<![\w./@-])(?:app|backend|tests|scripts|bench|docs|locales)\/[\w./$[\]-]+\.\w+/g
    const sql = filesUnder('backend').filter((file) => file.endsWith('.sql'))
    const missing = [...written, ...sql].flatMap((file) =>
      [...read(file).matchAll(/(?:^\s*\/?\*|\/\/ |--).*$/gm)]
        .flatMap(([comment]) => comment.match(named) ?? [])
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => ({ file, path })),
    )
    expect(missing).toEqual([])
  })
})

describe('what reaches a browser', () => {
  it('no element carries a style attribute, which the content policy forbids', () => {
    const pages = production.filter((file) => file.endsWith('.tsx'))
    expect(filesWith(/\sstyle=[{"]/, pages)).toEqual([])
  })

  it('loaders and actions are functions, so that the compiler can take them out', () => {
    const routes = production.filter((file) => file.startsWith('app/routes/') || file === 'app/root.tsx')
    expect(filesWith(/export const (loader|action|headers)\b/, routes)).toEqual([])
  })
})

describe('the lockfile', () => {
  it('holds nothing that the oldest promised Node can not run', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
    const oldest = minVersion(engines.node)?.version ?? ''
    expect(read('README.md')).toContain(`With Node ${oldest.split('.', 2).join('.')} or newer`)
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optional?: boolean; engines?: { node?: string } }>
    }
    const unfit = Object.entries(packages)
      // A part for another platform or release is left out where it does not fit.
      .filter(([, { optional, engines }]) => !optional && engines?.node && !satisfies(oldest, engines.node))
      .map(([name]) => name)
    expect(unfit).toEqual([])
  })

  it('names no registry', () => {
    const lockfile = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { resolved?: string }>
    }
    const named = Object.entries(lockfile.packages).filter(([, entry]) => entry.resolved !== undefined)
    expect(named).toEqual([])
  })
})

/**
 * Sets of folders that import one another, directly or round about. `app/context.ts`, the environment and the services
 * stand in no folder: they are the types that join all of them.
 */
function circlesOfFolders(importsOf: (file: string) => string[]): string[][] {
  const folderOf = (path: string) => /^(?:app|backend)\/[^/.]+(?=\/)/.exec(path)?.[0]
  const targets = new Map<string, Set<string>>()
  for (const file of production) {
    const from = folderOf(file)
    if (!from) continue
    const known = targets.get(from) ?? new Set()
    for (const target of importsOf(file).map(folderOf)) if (target && target !== from) known.add(target)
    targets.set(from, known)
  }
  const reached = (start: string) => {
    const seen = new Set<string>()
    const queue = [start]
    for (let at = queue.pop(); at; at = queue.pop())
      for (const next of targets.get(at) ?? [])
        if (!seen.has(next)) {
          seen.add(next)
          queue.push(next)
        }
    return seen
  }
  const reach = new Map([...targets.keys()].map((folder) => [folder, reached(folder)]))
  const circles = [...reach]
    .filter(([folder, seen]) => seen.has(folder))
    .map(([folder, seen]) => [...seen].filter((other) => reach.get(other)?.has(folder)).sort())
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

interface Import {
  /** A file of ours by its path from the root, or a package as it is written. */
  target: string
  typeOnly: boolean
}

function imports(file: string): Import[] {
  const pattern =
    /^(?:import|export)\s+(type\s)?([^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...read(file).matchAll(pattern)].map(([, type, names = '', from, dynamic]) => {
    const named = /\{([^}]*)\}/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim())
    const allTypes = named !== undefined && named.every((name) => name.trim().startsWith('type '))
    return { target: resolveTarget(file, (from ?? dynamic) as string), typeOnly: Boolean(type) || allTypes }
  })
}

const valueImports = (file: string) =>
  imports(file).flatMap(({ target, typeOnly }) => (typeOnly ? [] : [target]))
const allImports = (file: string) => imports(file).map(({ target }) => target)

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  return specifier
}

function startsWithAny(target: string, prefixes: string[]): boolean {
  return prefixes.some((prefix) =>
    prefix.endsWith('/')
      ? `${target}/`.startsWith(prefix)
      : target === prefix.replace(/\.tsx?$/, '') || target === prefix || target.startsWith(`${prefix}/`),
  )
}

function isNamedFrom(file: string, document: string): boolean {
  return existsSync(join(root, document)) || existsSync(join(root, dirname(file), document))
}

function filesWith(pattern: RegExp, files: string[]): string[] {
  return files.filter((file) => pattern.test(read(file)))
}

function filesUnder(path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (/\.\w+$/.test(path)) return [path]
  return (
    readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      // What the bench installs and makes for the applications that it compares with.
      .filter((file) => !/^bench\/frameworks\/(.*\/)?(node_modules|generated|build|\.next)\//.test(file))
      .sort()
  )
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
