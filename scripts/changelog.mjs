import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Closes the part of CHANGELOG.md that is not released yet, and notes which migration the release ends with and which commit it is made of. `npm version minor` runs it after it has set the version,
 * and commits and tags the release with it.
 */

const unreleased = '## Unreleased'

/**
 * @param {string} text the changelog
 * @param {string} version
 * @param {string} day YYYY-MM-DD
 * @returns {string} with the unreleased part under the version, and an empty one above it
 */
export function closeUnreleased(text, version, day) {
  const at = text.indexOf(`${unreleased}\n`)
  if (at < 0) throw new Error(`CHANGELOG.md has no "${unreleased}"`)
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already`)
  const after = text.slice(at + unreleased.length + 1)
  const next = after.search(/^## /m)
  const part = (next < 0 ? after : after.slice(0, next)).trim()
  if (!/^- /m.test(part)) throw new Error('CHANGELOG.md says nothing about this release')
  if (!/^### Upgrading$/m.test(part))
    throw new Error('CHANGELOG.md does not say under "### Upgrading" what an upgrade needs')
  const older = next < 0 ? '' : `\n\n${after.slice(next).trimEnd()}`
  return `${text.slice(0, at)}${unreleased}\n\n## ${version} (${day})\n\n${part}${older}\n`
}

if (process.argv[1]?.endsWith('changelog.mjs')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', closeUnreleased(readFileSync('CHANGELOG.md', 'utf8'), version, day))
  // What later migrations are compared with, and what later releases run beside where the tag is not at hand.
  const { entries } = JSON.parse(readFileSync('backend/db/migrations/meta/_journal.json', 'utf8'))
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const released = { version, lastMigration: entries.at(-1).tag, commit }
  writeFileSync('ops/supply/released.json', `${JSON.stringify(released, null, 2)}\n`)
}
