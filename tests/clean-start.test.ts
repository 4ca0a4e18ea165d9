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
 * The first of the README's two commands in a folder after `npm ci`: it builds, serves within three minutes,
 * and stops on a signal. The next start serves the same data without building again. The built program runs
 * from a read-only tree, as the image does: it writes only to its data folder.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const made = ['node_modules', 'build', join('public', 'build'), 'data', '.git', 'screenshots', 'test-results']
const servesWithinMs = 180_000
/** The id of a user who owns no other file on this machine; only root may switch to it. */
const ordinaryUser = 65_534
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

/**
 * Both users build, which takes most of the time. If root runs the tests, a short run covers only the
 * ordinary user, who has fewer rights.
 */
const users: { who: string; uid: number | null }[] = []
if (!isRoot || isFull) users.push({ who: 'the user of the tests', uid: null })
if (isRoot) users.push({ who: 'an ordinary user', uid: ordinaryUser })

describe.each(users)('npm start of $who', ({ uid }) => {
  it('builds and serves, and starts again with its data', { timeout: 3 * servesWithinMs }, async () => {
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

/** Sets the write permission of everything but the data. */
function mayWrite(may: boolean): void {
  const names = readdirSync(folder).filter((name) => name !== 'data' && name !== 'node_modules')
  spawnSync('chmod', ['-R', may ? 'u+w' : 'a-w', ...names], { cwd: folder })
  chmodSync(folder, may ? 0o755 : 0o555)
}

/** The project's own files in a folder of the user's, with the packages of `npm ci`. */
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
 * The files that a clone would have now: a file that was never added to git is missing here too. Null without
 * git or a repository.
 */
function trackedFiles(): string[] | null {
  if (!existsSync(join(root, '.git'))) return null
  // Allows a repository of any owner: only file names are read.
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
    // Only the variables of a plain shell are set, not even NODE_ENV, which the framework's types require.
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
