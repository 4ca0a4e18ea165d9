import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The image: what its build is given, what its steps name, and whom it runs as. No container engine is needed for that. */

/** The rules of a `.dockerignore`, where the last one that fits decides. */
const rules = readFileSync('.dockerignore', 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))

/** A pattern fits a path, and whatever is below it. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^$(){}|]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (sign) =>
      sign === '**/' ? '(?:.*/)?' : sign === '**' ? '.*' : sign === '*' ? '[^/]*' : '[^/]',
    )
  return new RegExp(`^${source}(?:/.*)?$`)
}

function isInContext(path: string): boolean {
  let isKept = true
  for (const rule of rules) if (rule.pattern.test(path)) isKept = rule.isKept
  return isKept
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
/** Instructions, each on one line, by their stages. */
const stages = dockerfile
  .replace(/\\\n/g, ' ')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))
  .reduce<string[][]>((found, line) => {
    if (line.startsWith('FROM ')) found.push([])
    found.at(-1)!.push(line)
    return found
  }, [])
const [build = [], run = []] = stages
const copies = (stage: string[]) =>
  stage.flatMap((line) => {
    const [, from, words = ''] = /^COPY (?:--from=(\w+) )?(.*)$/.exec(line) ?? []
    const places = words.split(' ').slice(0, -1)
    return words === '' ? [] : [{ from, places }]
  })

it('is built without the history, the configuration and the data of whoever builds it', () => {
  for (const path of [
    ...['.git/config', '.git', '.env', '.env.production', 'ops/compose/example.env', '.env.example'],
    ...['data/postgres/PG_VERSION', 'data/storage-secret', 'data', 'outbox.jsonl', 'backups/2026/users.gz'],
    ...[
      'app/.env',
      'backend/.env.local',
      'server/key.pem',
      'backend/tls/host.key',
      'scripts/data/storage-secret',
    ],
    ...['node_modules/pg/package.json', 'build/index.js', 'public/build/entry.js', 'test-results/x.png'],
    ...['tests/run.mjs', 'docs/operations.md', 'app/paths.test.ts', 'backend/deep/er/x.test.ts', 'id_rsa'],
  ])
    expect([path, isInContext(path)]).toEqual([path, false])
  for (const path of [
    'app/root.tsx',
    'backend/main.ts',
    'locales/en/common.json',
    'server.ts',
    'public/favicon.ico',
  ])
    expect([path, isInContext(path)]).toEqual([path, true])
})

it('has no file of secrets in what it is built from', () => {
  expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/_auth|token|password|secret/i)
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  const given = tracked.filter(isInContext)
  expect(given.length).toBeGreaterThan(500)
  expect(given.filter((path) => /(^|\/)\.env|\.(pem|key|p12|sqlite|jsonl)$|(^|\/)data\//.test(path))).toEqual(
    [],
  )
  // What a clone has beside the repository's own: folders of data, of results, of an editor.
  for (const name of readdirSync('.').filter((one) => !tracked.some((path) => path.split('/')[0] === one)))
    expect([name, isInContext(name)]).toEqual([name, false])
})

it('copies only what there is, and what the build needs is in its context', () => {
  const fromContext = copies(build).filter(({ from }) => from === undefined)
  expect(fromContext.map(({ places }) => places)).toEqual([
    ['package.json', 'package-lock.json', '.npmrc'],
    ['.'],
  ])
  for (const place of fromContext.flatMap(({ places }) => places))
    expect([place, existsSync(place), place === '.' || isInContext(place)]).toEqual([place, true, true])
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const [, script = ''] of build.join('\n').matchAll(/npm run (\w+)/g)) {
    const [, file = ''] = /^node (\S+)/.exec(scripts[script] ?? '') ?? []
    expect([script, existsSync(file), isInContext(file)]).toEqual([script, true, true])
  }
  // Made by the build: the packages, the scripts of the browser and of the server.
  const made = ['node_modules', 'build']
  const taken = copies(run).flatMap(({ places }) =>
    places.map((place) => place.replace('/srv/tideline/', '')),
  )
  expect(taken).toEqual(['package.json', 'node_modules', 'public', 'build'])
  for (const place of taken)
    expect([place, made.includes(place) || isInContext(place)]).toEqual([place, true])
})

it('starts what the build makes, as a user who is not root', () => {
  const last = (word: string) =>
    run
      .filter((line) => line.startsWith(`${word} `))
      .at(-1)
      ?.slice(word.length + 1)
  expect(last('USER')).toBe('node')
  expect(run.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
    run.findIndex((line) => line.startsWith('CMD ')),
  )
  // What it writes to belongs to that user.
  expect(dockerfile).toMatch(/install -d -o node -g node -m 0755 \/data \/files$/m)
  expect(last('ENTRYPOINT')).toBe('["tini", "--"]')
  const [program, script = ''] = JSON.parse(last('CMD')!) as string[]
  expect(program).toBe('node')
  const builds = readFileSync('scripts/build-server.mjs', 'utf8') + readFileSync('scripts/build.mjs', 'utf8')
  expect(builds).toContain(script.replace(/^build\/|\.js$/g, ''))
  expect(dockerfile).not.toMatch(/^(ARG|ENV) .*(SECRET|PASSWORD|TOKEN)/m)
  expect(stages.map(([from]) => from?.split(' ')[1])).toEqual([
    'node:24-bookworm-slim',
    'node:24-bookworm-slim',
  ])
})
