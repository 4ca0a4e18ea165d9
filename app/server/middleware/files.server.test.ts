import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { serveFiles } from './files.server'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideline-files-'))
  await mkdir(join(folder, 'build'))
  await writeFile(join(folder, 'build', 'root-ABC.js'), 'let a = 1')
  await writeFile(join(folder, 'build', 'root-ABC.js.br'), brotliCompressSync('let a = 1'))
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await writeFile(join(folder, 'notes.secret'), 'not for browsers')
})
afterAll(() => rm(folder, { recursive: true }))

const serve = async () => serveHttpServer([await serveFiles(folder)])

describe('serveFiles', () => {
  it('allows permanent caching of files with a content hash in their name', async () => {
    const { ask } = await serve()
    expect(await ask('/build/root-ABC.js?v=1')).toMatchObject({
      status: 200,
      text: 'let a = 1',
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      },
    })
  })

  it('sends them compressed to clients that accept it', async () => {
    const { ask } = await serve()
    const { headers } = await ask('/build/root-ABC.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-length']).toBe(String(brotliCompressSync('let a = 1').length))
  })

  it.each([
    ['br;q=0, gzip', undefined],
    ['gzip, br;q=0.5', 'br'],
    ['*', 'br'],
    ['identity, br;q=0.1', undefined],
    ['deflate', undefined],
  ])('sends them to a client that accepts %j with the encoding %s', async (accepted, encoding) => {
    const { ask } = await serve()
    const { headers } = await ask('/build/root-ABC.js', { headers: { 'accept-encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
  })

  it('sends other files again only if they have changed', async () => {
    const { ask } = await serve()
    const { headers } = await ask('/icon.svg')
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const again = await ask('/icon.svg', { headers: { 'if-none-match': String(headers.etag) } })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('answers HEAD without the file', async () => {
    const { ask } = await serve()
    const answer = await ask('/icon.svg', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-length': '6' } })
  })

  it.each([
    '/build/gone-123.js',
    '/build/root-ABC.js.map',
    '/build/../icon.svg',
    '/favicon.ico',
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/notes.secret',
  ])('answers %s, which is no file, with a plain 404', async (path) => {
    const { ask } = await serve()
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it.each([
    '/',
    '/robots.txt',
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/register/anna.k',
    '/cabinet/operations.csv',
    '/_root.data',
    '/faq.data',
  ])('leaves %s to the routes', async (path) => {
    const { ask } = await serve()
    expect((await ask(path)).text).toBe('reached')
  })
})
