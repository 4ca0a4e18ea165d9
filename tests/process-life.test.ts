import { readFile, rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newInvestor } from './support/investor'
import { runProgram, until } from './support/program'
import { type Product, isAlive, killPostgres, makeDataDir, postgresPid, startProduct } from './support/stack'

/** What `npm start` runs, killed and started again: nothing that was acknowledged is lost, nothing is left running. */

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
  })
  afterEach(async () => {
    for (const product of products.splice(0).reverse()) await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('says where it is and how to sign in, and starts again on the data it left', async () => {
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

  it('loses nothing when the app is killed, and takes the backend and the database with it', async () => {
    const first = await start()
    const investor = await newInvestor(first.backendUrl, { usdt: '700' })
    const [backend] = await childrenOf(first.program.pid)
    const server = await postgresPid(dataDir)
    await first.program.kill()
    // At once, while both of them are still ending.
    const second = await start()
    for (const pid of [backend, server]) await until('it is gone', () => !isAlive(pid as number))
    expect(await balanceOf(second, investor)).toBe('700')
  })

  it('starts a killed backend again by itself', async () => {
    const product = await start()
    const investor = await newInvestor(product.backendUrl, { usdt: '700' })
    const [backend] = await childrenOf(product.program.pid)
    process.kill(backend as number, 'SIGKILL')
    await until('the backend is gone', () => !isAlive(backend as number))

    await until('the backend is back', () => balanceOf(product, investor).then(Boolean, () => false), 60_000)
    expect(await balanceOf(product, investor)).toBe('700')
    expect(await ready(product)).toBe(true)
  })

  it('starts a killed database again by itself', async () => {
    const product = await start()
    const investor = await newInvestor(product.backendUrl, { usdt: '700' })
    await killPostgres(dataDir)

    await until('the database is back', () => balanceOf(product, investor).then(Boolean, () => false), 60_000)
    expect(await balanceOf(product, investor)).toBe('700')
  })

  it('refuses a second instance on the same data folder with a clear word', async () => {
    const first = await start()
    const second = runProgram('build/index.js', { DATA_DIR: dataDir, PORT: '0' })
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

/** Signs in anew, as after a restart, and asks for the free USDT. */
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

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(/\s+/).map(Number)
}
