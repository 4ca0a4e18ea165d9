import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyFirstData } from './support/built'
import { newInvestor } from './support/investor'
import { backendEntry, freePort, runProgram, startEntry, until, untilReady } from './support/program'
import { type Product, isAlive, killPostgres, makeDataDir, postgresPid, startProduct } from './support/stack'
import { signedIn } from './support/visitor'

/**
 * The processes of `npm start`, killed and started again: no acknowledged data is lost, no process is left
 * running.
 */

it('a backend that is stopped while a call arrives answers it, and ends with its connection', async () => {
  const dataDir = await makeDataDir()
  await copyFirstData(dataDir)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const program = runProgram(backendEntry, { BACKEND_PORT: String(port), DATA_DIR: dataDir, DEMO: '1' })
  await untilReady(program, `${address}/readyz`)
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (text: string) => (answer += text))
  const body = JSON.stringify({ login: 'nobody', password: 'nothing' })
  const head = ['POST /api/auth/login HTTP/1.1', 'host: here', 'content-type: application/json']
  socket.write(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  // It was sent later and is answered, so the backend has read the beginning of the first one.
  await until('another call is answered', async () => (await fetch(`${address}/healthz`)).ok)
  const stopped = program.stop()
  await until('it takes no calls any more', () =>
    fetch(`${address}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  socket.write(body.slice(5))
  await stopped
  expect(await program.exited).toBe(0)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer.toLowerCase()).toContain('connection: close')
  socket.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the product as npm start runs it', { timeout: 180_000 }, () => {
  let dataDir: string
  const products: Product[] = []
  const start = async () => {
    const product = await startProduct(dataDir)
    products.push(product)
    return product
  }

  beforeEach(async () => {
    dataDir = await makeDataDir()
    await copyFirstData(dataDir)
  })
  afterEach(async () => {
    for (const product of products.splice(0).reverse()) await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('prints its address and how to sign in, and starts again with its data', async () => {
    const first = await start()
    const investor = await newInvestor(first.backendUrl, { usdt: '700' })
    expect(first.program.output()).toContain(first.url)
    expect(first.program.output()).toContain('Demo-investor-1')
    const server = await postgresPid(dataDir)
    await first.stop()
    expect(await first.program.exited).toBe(0)
    expect(server && isAlive(server)).toBe(false)

    const second = await start()
    expect(await balanceOf(second, investor)).toBe('700')
  })

  it('restarts a killed app, and sessions survive', async () => {
    const product = await start()
    const investor = await newInvestor(product.backendUrl, { usdt: '700' })
    const visitor = await signedIn(product.url, investor)
    const first = await product.pids()
    const requests = Array.from({ length: 8 }, () => visitor.visit('/cabinet').catch(() => null))
    process.kill(first.app, 'SIGKILL')
    await Promise.all(requests)

    await until('the app is back', () => ready(product), 60_000)
    const second = await product.pids()
    expect(second.app).not.toBe(first.app)
    await until('the first backend is gone', () => !isAlive(first.backend))
    const page = await visitor.visit('/cabinet')
    expect([page.status, page.url.pathname]).toEqual([200, '/cabinet'])
    expect(await balanceOf(product, investor)).toBe('700')
    expect(product.program.output()).toContain('the app ended unasked')
    await product.program.stop()
    expect(await product.program.exited).toBe(0)
  })

  it('loses nothing when all are killed, parent first, and leaves nothing running', async () => {
    const first = await start()
    const investor = await newInvestor(first.backendUrl, { usdt: '700' })
    const { app, backend } = await first.pids()
    const server = await postgresPid(dataDir)
    await first.program.kill()
    // Starts at once, while the others are still ending.
    const second = await start()
    for (const pid of [app, backend, server]) await until('it is gone', () => !isAlive(pid as number))
    expect(await balanceOf(second, investor)).toBe('700')
  })

  it('restarts a killed backend', async () => {
    const product = await start()
    const investor = await newInvestor(product.backendUrl, { usdt: '700' })
    const { app, backend } = await product.pids()
    process.kill(backend, 'SIGKILL')
    await until('the backend is gone', () => !isAlive(backend))

    await until('the backend is back', () => balanceOf(product, investor).then(Boolean, () => false), 60_000)
    expect(await balanceOf(product, investor)).toBe('700')
    expect(await ready(product)).toBe(true)
    expect((await product.pids()).app).toBe(app)
  })

  it('restarts a killed database', async () => {
    const product = await start()
    const investor = await newInvestor(product.backendUrl, { usdt: '700' })
    await killPostgres(dataDir)

    await until('the database is back', () => balanceOf(product, investor).then(Boolean, () => false), 60_000)
    expect(await balanceOf(product, investor)).toBe('700')
  })

  it('refuses a second instance on the same data folder with a clear message', async () => {
    const first = await start()
    const second = runProgram(startEntry, { DATA_DIR: dataDir, PORT: '0' })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('is in use by another running instance')
    expect(await ready(first)).toBe(true)
  })
})

async function ready({ url }: Product): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

/** Signs in again, as after a restart, and asks for the available USDT. */
async function balanceOf({ backendUrl }: Product, { login, password }: { login: string; password: string }) {
  const signedIn = await fetch(`${backendUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  const { refreshToken } = (await signedIn.json()) as { refreshToken: string }
  const answer = await fetch(`${backendUrl}/api/user/balance`, {
    headers: { Authorization: `Bearer ${refreshToken}` },
  })
  if (!answer.ok) throw new Error(`the balance was answered with ${answer.status}`)
  return Number(((await answer.json()) as { balance: string }).balance).toString()
}
