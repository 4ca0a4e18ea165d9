import { Pool } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { serveHttpServer } from '../../tests/support/serve'
import { createPictures } from './pictures.server'
import { answerLimitBytes } from './transport.server'

/** An upstream that answers every path with these bytes, and a client for pictures. */
async function picturesOf(bytes: Buffer, { status = 200, mediaType = 'image/png' } = {}) {
  const requests: Record<string, unknown>[] = []
  const { port } = await serveHttpServer([], (req, res) => {
    requests.push(req.headers)
    res.writeHead(status, { 'content-type': mediaType }).end(bytes)
  })
  const origin = `http://127.0.0.1:${port}`
  const pool = new Pool(origin)
  onTestFinished(() => pool.destroy())
  return { origin, requests, pictures: createPictures(pool, origin, 5_000) }
}

const png = Buffer.from('89504e470d0a1a0a00', 'hex')

test('the type of a picture comes from its bytes, whatever its name', async () => {
  const { origin, pictures, requests } = await picturesOf(png, { mediaType: 'text/html' })
  expect(await pictures.get(`${origin}/tide.png?large`)).toEqual({ mediaType: 'image/png', bytes: png })
  expect(requests[0]).not.toHaveProperty('authorization')
})

test.each([
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
  [
    'an SVG, which could contain a script',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  ],
  ['a sound in the same container format', Buffer.from('RIFF\0\0\0\0WAVE')],
  ['nothing', Buffer.alloc(0)],
  ['more than the limit', Buffer.concat([png, Buffer.alloc(answerLimitBytes)])],
])('%s is not a picture', async (_what, bytes) => {
  const { origin, pictures } = await picturesOf(bytes)
  expect(await pictures.get(`${origin}/tide.png`)).toBeNull()
})

test('a redirect is not followed', async () => {
  const { origin, pictures } = await picturesOf(png, { status: 302 })
  expect(await pictures.get(`${origin}/tide.png`)).toBeNull()
})

test.each(['https://elsewhere.example/a.png', 'file:///etc/passwd', 'http://127.0.0.1:1/a.png', 'a.png', ''])(
  'no other address is requested: %s',
  async (address) => {
    const { pictures, requests } = await picturesOf(png)
    expect(pictures.areAt(address)).toBe(false)
    await expect(pictures.get(address)).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  },
)
