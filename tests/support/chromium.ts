import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

export interface Chromium {
  path: string
  /** The origin of the program, for the output of a test run. */
  origin: string
}

/**
 * Names of a Chromium program. The headless shell comes first: the same engine without windows, where a page
 * costs about two thirds of the work.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The first Chromium found: `CHROMIUM_PATH`, one on the PATH, then Playwright's own. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): Chromium | null {
  const named = env['CHROMIUM_PATH']
  if (named) {
    if (!isExecutable(named)) throw new Error('CHROMIUM_PATH names no program that can be run')
    return { path: named, origin: 'CHROMIUM_PATH' }
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name))))
    if (isExecutable(path)) return { path, origin: 'the PATH' }
  const own = chromium.executablePath()
  return own && existsSync(own) ? { path: own, origin: "Playwright's own" } : null
}

/**
 * Finds a Chromium or installs one: Playwright's download first and, if that is unreachable and we may, the
 * system's package.
 * @param say prints what is being installed
 */
export function findOrInstallChromium(say: (line: string) => void): Chromium | null {
  const found = findChromium()
  if (found) return found
  const root = process.getuid?.() === 0
  // For an ordinary user `--with-deps` would ask for a password.
  say('No Chromium found: installing the one of Playwright')
  run('npx', ['playwright', 'install', ...(root ? ['--with-deps'] : []), 'chromium'])
  if (!findChromium() && root && existsSync('/usr/bin/apt-get')) {
    say("Playwright's download is out of reach: installing the system's package")
    run('apt-get', ['update'])
    for (const name of names.slice(0, 2))
      if (!findChromium()) run('apt-get', ['install', '-y', '--no-install-recommends', name])
  }
  return findChromium()
}

/** Options for running Chromium headless as root or in a container, without network requests of its own. */
export const chromiumArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

/** The version that the program reports, such as `Chromium 140.0.7339.80`. */
export function chromiumVersion(path: string): string {
  return execFileSync(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
}

function run(command: string, args: string[]): void {
  const tenMinutesMs = 600_000
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: tenMinutesMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
