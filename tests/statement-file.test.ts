import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Language } from '~/contract/languages'
import { built } from './support/built'
import { isFull } from './support/reading-modes'
import { type Program, freePort, runProgram, untilReady } from './support/program'
import { makeDataDir, testSecret } from './support/stack'
import { type StatementUpstream, startStatementUpstream } from './support/statement-upstream'
import { type Visitor, signedIn } from './support/visitor'

/**
 * The statement as a file with far more rows than a page: complete to the last digit, while the app holds one
 * page at a time and reads no faster than its client.
 */

/** Garbage and buffers may take this much; the whole file in memory would take far more. */
const growthLimitMib = 100

/** As objects they fill the heap below several times over. */
const rowCount = isFull ? 300_000 : 100_000

/**
 * A heap in which the app runs well, and the rows of the file don't fit. Without a limit the engine leaves as much
 * garbage as it likes, and the memory of the process says little.
 */
const smallHeap = '--max-old-space-size=96'

describe('the file of a long statement', { timeout: 360_000 }, () => {
  let upstream: StatementUpstream
  let app: Program
  let dataDir: string
  let url: string

  const open = (visitor: Visitor, query = '', signal?: AbortSignal) =>
    fetch(`${url}/cabinet/operations.csv${query}`, { headers: { Cookie: visitor.cookie() }, signal })

  async function startWith(length: number, language: Language, options = ''): Promise<Visitor> {
    dataDir = await makeDataDir()
    upstream = await startStatementUpstream(length)
    const port = await freePort()
    url = `http://localhost:${port}`
    app = runProgram('build/index.js', {
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      UPSTREAM_URL: upstream.url,
      SESSION_SECRETS: testSecret,
      RATE_LIMIT_FACTOR: '1000',
      NODE_OPTIONS: options,
    })
    await untilReady(app, `${url}/readyz`)
    return signedIn(url, upstream.login, language)
  }

  beforeAll(built)
  afterEach(async () => {
    await app.stop()
    await upstream.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('has each of a hundred thousand operations once and adds up to the last digit, in bounded memory', async () => {
    const visitor = await startWith(rowCount, 'ru', smallHeap)
    // Downloads it once before, so that the app's code and caches are warm.
    await read(await open(visitor, '?from=2024-01-01'))
    const before = memoryMib(app.pid)
    const watch = watchMemory(app.pid)
    const response = await open(visitor)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="operations_[\d-]+\.csv"$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await read(response)
    expect(watch.end() - before).toBeLessThan(growthLimitMib)

    expect(text.startsWith('\uFEFF')).toBe(true)
    const lines = text.slice(1).split('\r\n')
    expect(lines.pop()).toBe('')
    const [, opening = '', ...rest] = lines
    const closing = rest.pop() ?? ''
    const rows = rest.map((line) => line.split(';'))
    expect(rows).toHaveLength(rowCount)
    expect(new Set(rows.map((cells) => cells[7])).size).toBe(rowCount)
    const amounts = rows.map((cells) => millionths(cells[4]))
    const sum = amounts.reduce((all, amount) => all + amount, 0n)
    expect(sum).toBe(upstream.sums.in - upstream.sums.out)
    expect(millionths(opening.split(';')[5]) + sum).toBe(millionths(closing.split(';')[5]))
    expect(rows.at(-1)?.[5]).toBe(closing.split(';')[5])
  })

  it('reads no faster than its client, and stops when the client has gone', async () => {
    const visitor = await startWith(500_000, 'en', smallHeap)
    await read(await open(visitor, '?from=2024-12-10'))
    const before = memoryMib(app.pid)
    const calledBefore = upstream.pageCount
    const leaving = new AbortController()
    const response = await open(visitor, '', leaving.signal)
    // The client reads nothing, so the app's calls stop when the buffers are full.
    const requestCount = await settled(() => upstream.pageCount)
    expect(requestCount - calledBefore).toBeLessThan(250)
    expect(memoryMib(app.pid) - before).toBeLessThan(growthLimitMib)
    expect(response.status).toBe(200)

    leaving.abort()
    const askedAtTheEnd = await settled(() => upstream.pageCount)
    expect(askedAtTheEnd - requestCount).toBeLessThanOrEqual(1)
    expect(app.output()).not.toContain('"level":50')
  })
})

/** With the byte order mark, which `text()` would drop. */
async function read(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
}

/** An amount of the Russian file, `-1000,5`. */
function millionths(figure = ''): bigint {
  const [whole = '', fraction = ''] = figure.replace('-', '').split(',')
  const size = BigInt(whole + fraction.padEnd(6, '0'))
  return figure.startsWith('-') ? -size : size
}

function memoryMib(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

/** The peak memory of a process while it was watched. */
function watchMemory(pid: number): { end: () => number } {
  let maxMib = 0
  const measure = () => (maxMib = Math.max(maxMib, memoryMib(pid)))
  const timer = setInterval(measure, 20)
  return {
    end() {
      clearInterval(timer)
      measure()
      return maxMib
    },
  }
}

/** A count once it has not changed for a second. */
async function settled(count: () => number): Promise<number> {
  for (let [last, stillFor] = [count(), 0]; ;) {
    await delay(100)
    stillFor = count() === last ? stillFor + 100 : 0
    last = count()
    if (stillFor >= 1_000) return last
  }
}
