import { once } from 'node:events'
import { type Server, type ServerResponse, createServer, request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readerOf } from './reader.server'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A pending answer, and its client, who has read nothing yet. */
async function anAnswer() {
  const server = createServer().listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const input = once(server, 'request') as Promise<[unknown, ServerResponse]>
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = request({ port, host: '127.0.0.1' }).end()
  client.on('error', () => undefined)
  const [, res] = await input
  return { res, client }
}

const isSettled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))])

test('waits for an answer in flight until its client reads it, or disconnects', async () => {
  const { res, client } = await anAnswer()
  const reader = readerOf(res)
  expect(await isSettled(reader.drained())).toBe(true)
  while (res.write(Buffer.alloc(1_000_000)) || res.writableLength < 20_000_000);
  const waiting = reader.drained()
  expect(await isSettled(waiting)).toBe(false)
  expect(reader.gone.aborted).toBe(false)
  client.destroy()
  await waiting
})

test('reports a disconnected client, whenever it is asked', async () => {
  const { res, client } = await anAnswer()
  const { gone } = readerOf(res)
  const closed = once(res, 'close')
  client.destroy()
  await closed
  expect(gone.aborted).toBe(true)
  expect(readerOf(res).gone.aborted).toBe(true)
})
