import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse } from 'node:http'
import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttpServer } from '../../tests/support/serve'
import { fileLimitBytes, receiveFile } from './files.server'

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')

async function receive(
  respond: (res: ServerResponse, req: IncomingMessage) => void,
  {
    headMs = 5_000,
    budgetMs = 5_000,
    signal,
  }: { headMs?: number; budgetMs?: number; signal?: AbortSignal } = {},
) {
  const { port } = await serveHttpServer([], (req, res) => respond(res, req))
  const pool = new Pool(`http://127.0.0.1:${port}`)
  onTestFinished(() => pool.destroy())
  const request = { method: 'GET', path: '/', headers: {}, body: null, headMs, budgetMs, signal } as const
  return receiveFile(pool, request)
}

async function streamOf(received: ReturnType<typeof receive>): Promise<ReadableStream<Uint8Array>> {
  const one = await received
  if (!('file' in one)) throw new Error('no file')
  return one.file.stream
}

const wholeOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer())

test('the kind comes from the first bytes, in however many pieces, and the rest follows unchanged', async () => {
  const long = Buffer.concat([png, Buffer.alloc(300_000, 7)])
  const received = await receive((res) => {
    res.writeHead(200, { 'content-type': 'text/html', 'content-length': long.length })
    res.write(long.subarray(0, 3))
    setImmediate(() => res.end(long.subarray(3)))
  })
  if (!('file' in received)) throw new Error('no file')
  expect(received.file).toMatchObject({ kind: { mediaType: 'image/png', isShown: true }, bytes: long.length })
  expect((await wholeOf(received.file.stream)).equals(long)).toBe(true)
})

test.each([
  ['a page', 200, '<html><script>alert(1)</script>'],
  ['an SVG with a script', 200, '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['nothing', 200, ''],
  ['a refusal', 404, '{"error":"not_found"}'],
])('%s is an answer and no file', async (_what, status, body) => {
  const received = await receive((res) => res.writeHead(status, { 'content-type': 'image/png' }).end(body))
  expect(received).toMatchObject({ answer: { status, body: Buffer.from(body) } })
})

test('pictures of phones are told from those that browsers show', async () => {
  const heic = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic0000')])
  const received = await receive((res) => res.end(heic))
  expect(received).toMatchObject({ file: { kind: { mediaType: 'image/heic', isShown: false } } })
})

test('a file that is too long fails where it exceeds the limit', async () => {
  const stream = await streamOf(receive((res) => res.end(Buffer.concat([png, Buffer.alloc(fileLimitBytes)]))))
  await expect(wholeOf(stream)).rejects.toMatchObject({ reason: 'too_large' })
})

test('a file that breaks off, or stops coming, is never a shorter one', async () => {
  const broken = await streamOf(
    receive((res) => {
      res.writeHead(200, { 'content-length': 1000 }).write(png)
      setImmediate(() => res.destroy())
    }),
  )
  await expect(wholeOf(broken)).rejects.toMatchObject({ reason: 'connection' })
  const hanging = await streamOf(receive((res) => res.write(png), { budgetMs: 30 }))
  await expect(wholeOf(hanging)).rejects.toMatchObject({ reason: 'timeout' })
  await expect(receive(() => {}, { headMs: 30 })).rejects.toMatchObject({ reason: 'timeout' })
})

test('whoever stops reading, or goes away, ends the request', async () => {
  let closed: Promise<unknown> | undefined
  const respond = (res: ServerResponse) => {
    closed = once(res, 'close')
    res.write(png)
  }
  const stream = await streamOf(receive(respond))
  await stream.cancel()
  await closed
  const leaving = new AbortController()
  const left = await streamOf(receive(respond, { signal: leaving.signal }))
  leaving.abort()
  await expect(wholeOf(left)).rejects.toMatchObject({ reason: 'cancelled' })
  await closed
})
