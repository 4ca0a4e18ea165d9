import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { newInvestor } from './support/investor'
import { freePort, until } from './support/program'
import { isFull } from './support/reading-modes'

/**
 * The first of the README's two commands in a folder that has had nothing but `npm ci`: it builds, serves within three
 * minutes, stops when told, and the next one serves the same data without building again. What it built runs from a tree
 * that can't be written, as the image is run: beside its data folder it writes nowhere.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const made = ['node_modules', 'build', join('public', 'build'), 'data', '.git', 'screenshots', 'test-results']
const servesWithinMs = 180_000
/** Of a user who owns nothing else on this machine; only root may become another one. */
const somebody = 65_534
const isRoot = process.getuid?.() === 0

let folder: string
let running: Started | null = null

interface Started {
  url: string
  backendUrl: string
  output: () => string
  stop: () => Promise<void>
}

afterEach(async () => {
  await running?.stop()
  mayWrite(true)
  rmSync(folder, { recursive: true, force: true })
})

/** Both build, which takes most of the time: where root runs the tests, a short run is the ordinary user's, who may less. */
const users: { who: string; uid: number | null }[] = []
if (!isRoot || isFull) users.push({ who: 'whoever runs the tests', uid: null })
if (isRoot) users.push({ who: 'an ordinary user', uid: somebody })

describe.each(users)('npm start of $who', ({ uid }) => {
  it('builds and serves, and starts again on what it left', { timeout: 3 * servesWithinMs }, async () => {
    folder = freshClone(uid)
    running = await npmStart(uid)
    const investor = await newInvestor(running.backendUrl, { usdt: '700' })
    expect((await (await fetch(running.url)).text()).toLowerCase()).toContain('<!doctype html>')
    const built = statSync(join(folder, 'build', 'index.js')).mtimeMs
    await running.stop()

    running = await npmStart(uid)
    expect(statSync(join(folder, 'build', 'index.js')).mtimeMs).toBe(built)
    const signedIn = await fetch(`${running.backendUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login: investor.login, password: investor.password }),
    })
    expect(signedIn.status).toBe(200)
    await running.stop()

    mayWrite(false)
    running = await start([process.execPath, 'build/start.js'], uid)
    expect((await fetch(running.url)).status).toBe(200)
  })
})

/** Of everything but the data, for whoever owns it. */
function mayWrite(may: boolean): void {
  const names = readdirSync(folder).filter((name) => name !== 'data' && name !== 'node_modules')
  spawnSync('chmod', ['-R', may ? 'u+w' : 'a-w', ...names], { cwd: folder })
  chmodSync(folder, may ? 0o755 : 0o555)
}

/** The project's own files in a folder of the user's, with the packages that `npm ci` has brought. */
function freshClone(uid: number | null): string {
  const clone = mkdtempSync(join(tmpdir(), 'tideline-clone-'))
  chmodSync(clone, 0o755)
  const isOurs = (path: string) => !made.includes(relative(root, path))
  const tracked = trackedFiles()
  if (tracked) for (const name of tracked) cpSync(join(root, name), join(clone, name))
  else cpSync(root, clone, { recursive: true, filter: isOurs })
  if (uid !== null) {
    lchownSync(clone, uid, uid)
    for (const name of readdirSync(clone, { recursive: true }) as string[])
      lchownSync(join(clone, name), uid, uid)
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  return clone
}

/**
 * What a clone would bring, as it stands now: a file that was never added is missed here as it would be there. Null
 * where there is no git to ask, or no repository.
 */
function trackedFiles(): string[] | null {
  if (!existsSync(join(root, '.git'))) return null
  // Of whomever the repository is: only its names are read.
  const { error, status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (error) return null
  if (status !== 0) throw new Error('git could not list the files of the repository')
  return stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))
}

const npmStart = (uid: number | null) => start(['npm', 'start'], uid)

async function start([command = '', ...args]: string[], uid: number | null): Promise<Started> {
  const [port, backendPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const chunks: string[] = []
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    // Nothing is set but what a shell has: not even NODE_ENV, which types of the framework ask for.
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: String(port),
      BACKEND_PORT: String(backendPort),
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === null ? {} : { uid, gid: uid }),
  })
  const ended = once(child, 'exit')
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text))
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    await until('the database is gone', () => !existsSync(join(folder, 'data', 'postgres', 'postmaster.pid')))
  }
  const started = { url, backendUrl: `http://127.0.0.1:${backendPort}`, output: () => chunks.join(''), stop }
  try {
    await until(
      `it serves; it said: ${chunks.join('')}`,
      async () => {
        if (child.exitCode !== null) throw new Error(`It ended:\n${chunks.join('')}`)
        const answer = await fetch(`${url}/readyz`).catch(() => null)
        return answer?.status === 200
      },
      servesWithinMs,
    )
  } catch (error) {
    if (child.exitCode === null) await stop()
    throw error
  }
  return started
}
