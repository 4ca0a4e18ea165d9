import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The last release, as `npm version` has recorded it. */
export const released = JSON.parse(readFileSync(`${root}/ops/supply/released.json`, 'utf8')) as {
  version: string
  /** The last migration that it has. */
  lastMigration: string
  /** What it was made of: the commit before the one that closes the changelog. */
  commit: string
}

/**
 * The commit to build the last release from: the one that UPGRADE_FROM names, the release's tag, or the recorded one. A clone
 * without its history has none.
 */
export const releasedRevision: string | undefined =
  process.env['UPGRADE_FROM'] ?? revisionOf(`v${released.version}`) ?? revisionOf(released.commit)

/** Why there is none. */
export const missingRelease = `the release ${released.version}: neither its tag nor its commit is in this clone${isShallow() ? ', whose history is shallow' : ''}`

function revisionOf(name: string): string | undefined {
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  return status === 0 ? stdout.trim() : undefined
}

function isShallow(): boolean {
  return git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true'
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' })
}
