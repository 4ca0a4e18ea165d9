import { describe, expect, it } from 'vitest'
import { serveHttpServer } from '../../tests/support/serve'
import { checkHost } from './host.server'

const front = () => serveHttpServer([checkHost(['tideline.example', 'localhost', '127.0.0.1', 'inner:8080'])])
const status = async (host: string, path = '/') =>
  (await (await front()).ask(path, { headers: { host } })).status

describe('checkHost', () => {
  it.each(['tideline.example', 'TIDELINE.example', 'localhost:3000', '127.0.0.1:61000', 'inner:8080'])(
    'answers for %s',
    async (host) => expect(await status(host)).toBe(200),
  )

  it.each([
    'elsewhere.example',
    'tideline.example.elsewhere.example',
    'inner:8081',
    'inner',
    'tideline.example@elsewhere.example',
    'tideline.example/elsewhere',
    'tideline.example:99999999',
    'tideline.example:99999',
    '[',
  ])('does not answer for %j', async (host) => expect(await status(host)).toBe(421))

  it('refuses a request target with a host of its own', async () => {
    expect(await status('localhost', 'http://elsewhere.example/')).toBe(400)
  })

  it.each(['/%E0%A4%A', '/%', '/a%ZZ'])(
    'refuses the address %s, which is not a decodable path',
    async (path) => {
      expect(await status('localhost', path)).toBe(400)
    },
  )
})
