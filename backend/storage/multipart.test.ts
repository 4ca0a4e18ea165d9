import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { type AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '~/contract/call'
import { type Problem } from '~/contract/errors'
import { fileBytes, fileOf } from '../../tests/support/files'
import { type Db } from '../db/connect'
import { publicHandler } from '../api/handler'
import { createLimits } from '../api/limits'
import { takeForms } from './multipart'
import { problemOf } from '../api/problems'
import { addRoute } from '../api/route'

const letter = call({
  method: 'POST',
  path: '/letters/{id}',
  access: 'public',
  summary: 'A made-up call with two files',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string().trim().min(1).max(20), page: z.coerce.number().int() }),
  files: ['front', 'back'],
  output: z.object({ text: z.string() }),
})
const plain = call({
  method: 'POST',
  path: '/plain',
  access: 'public',
  summary: 'A made-up call without files',
  output: z.object({}),
})

/** The data that the call got, file by file. */
let taken: { field: string; fileName: string; bytes: number; sha256: string }[]
let onFailure: (error: unknown) => void
let whileReading: () => void

const app = Fastify({ bodyLimit: 64 * 1024 })
let url: string
beforeAll(async () => {
  app.setValidatorCompiler(validatorCompiler)
  takeForms(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('bearerOf', null)
  app.decorateRequest('form', null)
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = problemOf(error, 'en', 'r1')
    void reply.status(status).send(body)
  })
  const db = null as unknown as Db // public calls do not query the database
  const options = {
    db,
    realClock: { now: () => new Date() },
    newId: () => '1',
    limits: createLimits(1),
    demo: true,
  }
  const read = publicHandler(letter, async ({ params, body, files }) => {
    try {
      for await (const { field, fileName, bytes } of files) {
        const hash = createHash('sha256')
        let count = 0
        for await (const piece of bytes) {
          hash.update(piece)
          count += piece.length
          whileReading()
        }
        taken.push({ field, fileName, bytes: count, sha256: hash.digest('hex') })
      }
    } catch (error) {
      onFailure(error)
      throw error
    }
    return { text: `${params.id} ${body.name} ${body.page}` }
  })
  addRoute(app, ['letters.send', letter], read, options)
  addRoute(
    app,
    ['plain.send', plain],
    publicHandler(plain, () => Promise.resolve({})),
    options,
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => app.close())
beforeEach(() => {
  taken = []
  onFailure = () => {}
  whileReading = () => {}
})

type Part = [name: string, value: string | File]
const text: Part[] = [
  ['name', ' Ona '],
  ['page', '7'],
]
const files: Part[] = [
  ['front', fileOf('jpg', 200_000)],
  ['back', fileOf('pdf', 10)],
]

async function post(parts: Part[], path = '/api/letters/l1') {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  const response = await fetch(url + path, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Problem & { text?: string } }
}
async function refused(parts: Part[], fields: Record<string, string>) {
  const { status, body } = await post(parts)
  const words = Object.entries(body.fields ?? {}).map(([name, { code }]) => [name, code])
  expect([status, body.code, Object.fromEntries(words)]).toEqual([422, 'validation', fields])
}

describe('a multipart call', () => {
  it('refuses a form whose parser would wait forever: a long part whose name breaks its line', async () => {
    const part = (name: string, value: string) =>
      `--seam\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = `${part('name', 'Ona')}${part('a\nb', 'x'.repeat(17_000))}${part('page', '7')}--seam--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=seam' }
    const answer = await fetch(`${url}/api/letters/l1`, { method: 'POST', body, headers })
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([422, 'validation'])
  })

  it('holds no file in memory, however many arrive at once', async () => {
    // The memory after garbage collection.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void // the flag defines it
    const held = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = held()
    let [maxHeld, pieces] = [0, 0]
    whileReading = () => {
      if (++pieces % 100 === 0) maxHeld = Math.max(maxHeld, held())
    }
    await Promise.all(Array.from({ length: 6 }, send))
    expect(taken.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 12 }, () => 10 * 1024 * 1024))
    // 120 MiB arrived.
    expect(maxHeld).toBeGreaterThan(0)
    expect(maxHeld - before).toBeLessThan(20 * 1024 * 1024)
  })

  it('gets its text and its files, byte for byte', async () => {
    expect(await post([...text, ...files])).toEqual({ status: 200, body: { text: 'l1 Ona 7' } })
    const sha256 = createHash('sha256').update(fileBytes('jpg', 200_000)).digest('hex')
    expect(taken[0]).toEqual({ field: 'front', fileName: 'file.jpg', bytes: 200_000, sha256 })
    expect(taken[1]).toMatchObject({ field: 'back' })
  })

  it('checks text against the schema before any file is read', async () => {
    await refused([['page', 'x'], ...files], { name: 'name_required', page: 'invalid' })
    await refused([['name', 'n'.repeat(21)], text[1]!, ...files], { name: 'too_long' })
    await refused([['name', 'n'.repeat(100_000)], text[1]!, ...files], { name: 'too_long' })
    expect(taken).toEqual([])
  })

  it('refuses a name that the contract does not have, a repeated one, and text after a file', async () => {
    await refused([...text, ['extra', '1'], ...files], { extra: 'invalid' })
    await refused([...text, ['name', 'again'], ...files], { name: 'invalid' })
    await refused([...text, ...files, ['third', fileOf('png')]], { third: 'invalid' })
    await refused([...text, ...files, ['front', fileOf('png')]], { front: 'invalid' })
    await refused([text[0]!, ['page', '7'], files[0]!, ['page', '8'], files[1]!], { page: 'invalid' })
    await refused([...text, ['name', fileOf('jpg')]], { name: 'invalid' })
    await refused([...text, ['<b>', '1'], ...files], {})
    await refused([...text, ...files, ['__proto__', fileOf('png')]], {})
  })

  it('names the files that are missing, or were not chosen', async () => {
    await refused(text, { front: 'required', back: 'required' })
    await refused([...text, files[1]!], { front: 'required' })
    await refused([...text, ['front', new File([], '')], files[1]!], { front: 'required' })
  })

  it('accepts a file of the limit and refuses one byte more', async () => {
    const large = (length: number) => [...text, ['front', fileOf('png', length)] as Part, files[1]!]
    const limit = 10 * 1024 * 1024
    expect((await post(large(limit))).status).toBe(200)
    expect(taken.map(({ bytes }) => bytes)).toEqual([limit, fileBytes('pdf', 10).length])
    const { status, body } = await post(large(limit + 1))
    expect([status, body.code, body.message]).toEqual([413, 'too_large', 'The file is larger than 10 MB'])
    expect(body.fields).toHaveProperty('front.code', 'too_large')
  })

  it('refuses another content type, and a form for a call that has none', async () => {
    const raw = async (path: string, contentType: string, body: string) => {
      const headers = { 'content-type': contentType }
      const response = await fetch(url + path, { method: 'POST', headers, body })
      return [response.status, ((await response.json()) as Problem).code]
    }
    const form = 'multipart/form-data; boundary=b'
    expect(await raw('/api/letters/l1', 'application/json', '{}')).toEqual([415, 'unsupported_file'])
    expect(await raw('/api/plain', form, '--b--\r\n')).toEqual([415, 'unsupported_file'])
    expect(await raw('/api/letters/l1', 'multipart/form-data', 'x')).toEqual([422, 'validation'])
    const cut = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nOna'
    expect(await raw('/api/letters/l1', form, cut)).toEqual([422, 'validation'])
    const cutFile = `${cut}\r\n--b\r\nContent-Disposition: form-data; name="page"\r\n\r\n7\r\n--b\r\nContent-Disposition: form-data; name="front"; filename="a.jpg"\r\n\r\nhalf of it`
    expect(await raw('/api/letters/l1', form, cutFile)).toEqual([422, 'validation'])
    expect(taken).toEqual([])
  })

  it('ends when its sender disconnects', async () => {
    const ended = new Promise((resolve) => (onFailure = resolve))
    whileReading = () => sending.destroy()
    const sending = httpRequest(`${url}/api/letters/l1`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    sending.on('error', () => {})
    const part = (name: string, rest = '') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`
    sending.write(`${part('name')}Ona\r\n${part('page')}7\r\n${part('front', '; filename="a.jpg"')}`)
    sending.write(fileBytes('jpg', 100_000))
    expect(await ended).toMatchObject({ code: 'validation' })
  })
})

/** Sends a form of two files of 10 MiB from another process, so that its memory does not count. */
async function send(): Promise<void> {
  const child = fork('tests/support/sender.mjs', [`${url}/api/letters/l1`])
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
}
