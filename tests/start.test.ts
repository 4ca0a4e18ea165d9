import { createServer } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { built } from './support/built'
import { ask } from './support/serve'
import { appEntry, freePort, runProgram, startEntry, until, untilReady } from './support/program'
import { testSecret } from './support/stack'
import { startStranger } from './stranger/stranger'

/**
 * How the built app starts, fails to start, and stops. Its upstream is unavailable: none of these tests needs
 * one.
 */

const deployed = {
  UPSTREAM_URL: 'http://127.0.0.1:9',
  PUBLIC_URL: 'https://tideline.example',
  SESSION_SECRETS: testSecret,
  DEMO: '0',
}

async function start(env: Record<string, string>, entry = startEntry) {
  const port = await freePort()
  const program = runProgram(entry, { ...deployed, PORT: String(port), ...env })
  onTestFinished(() => program.stop())
  return { program, port }
}

beforeAll(built)

describe('the app', () => {
  it.each([
    ['PUBLIC_URL', 'http://tideline.example'],
    ['SESSION_SECRETS', ''],
    ['SESSION_SECRETS', 'canary-too-short'],
    ['SESSION_SECRETS', `${testSecret},${testSecret}`],
    ['UPSTREAM_URL', 'not an address'],
  ])('refuses to start with %s=%j: exit 1, with the name and not the value', async (name, value) => {
    const { program } = await start({ [name]: value })
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain(name)
    if (value) expect(program.output()).not.toContain(value)
    expect(program.output()).not.toMatch(/at .*\.js:\d+/)
  })

  it.each([
    [
      'dialect.yaml',
      'prefix: /v1\nnames: camel\nprefx: /v1\n',
      ['line 2: names: ', 'line 3: prefx: is not known'],
    ],
    ['dialect.json', '{\n  "prefix": "/v1",\n  "calls": { "auth.login": ', ['line 3: ']],
    ['dialect.yaml', null, ["can't be read: ENOENT"]],
  ])('refuses to start with mistakes in %s, and names the line of each', async (name, text, problems) => {
    const path = join(mkdtempSync(join(tmpdir(), 'dialect-')), name)
    if (text !== null) writeFileSync(path, text)
    const { program } = await start({ UPSTREAM_DIALECT: path })
    expect(await program.exited).toBe(1)
    for (const part of [`the dialect ${path}`, ...problems]) expect(program.output()).toContain(part)
    expect(program.output()).not.toMatch(/at .*\.js:\d+/)
  })

  it('refuses a dialect without a configured upstream', async () => {
    const { program } = await start({ UPSTREAM_DIALECT: 'docs/dialects/post-only.yaml', UPSTREAM_URL: '' })
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain(
      'UPSTREAM_DIALECT is for an upstream of your own, and needs UPSTREAM_URL',
    )
  })

  it('reports in one line that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number } // the server listens on TCP
    const { program } = await start({ PORT: String(port) })
    expect(await program.exited).toBe(1)
    expect(program.output()).toContain(`PORT ${port} is taken by another program`)
  })

  it('runs without its upstream, reports that it is not ready, and exits with 0 on a signal', async () => {
    const { program, port } = await start({})
    await untilReady(program, `http://127.0.0.1:${port}/healthz`)
    expect((await ask(port, '/readyz')).status).toBe(503)
    const headers = { host: 'tideline.example' }
    const page = await ask(port, '/login', { headers })
    expect(page.status).toBe(200)
    expect(String(page.headers['set-cookie'])).toMatch(
      /^__Host-visitor=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
    expect(page.headers['strict-transport-security']).toContain('max-age=')
    await program.stop()
    expect(await program.exited).toBe(0)
  })

  it('logs once what its upstream supports', async () => {
    const stranger = await startStranger()
    onTestFinished(() => stranger.close())
    const { program } = await start({ UPSTREAM_URL: stranger.url }, appEntry)
    await until('it is told', () => program.output().includes('the upstream has'))
    await program.stop()
    const lines = program
      .output()
      .split('\n')
      .filter((line) => line.includes('the upstream '))
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        extensions: [],
        socket: true,
        msg: 'the upstream has no extensions and a socket',
      }),
    ])
    expect(program.output()).not.toContain(stranger.url)
  })

  it('runs without its supervisor as well', async () => {
    const { program, port } = await start({}, appEntry)
    await untilReady(program, `http://127.0.0.1:${port}/healthz`)
    await program.stop()
    expect(await program.exited).toBe(0)
  })

  it('has a small supervisor, which imports nothing of the app', () => {
    expect(statSync(startEntry).size).toBeLessThan(16 * 1024)
    expect(readFileSync(startEntry, 'utf8')).not.toMatch(/from "(?!node:)/)
  })
})
