import { describe, expect, it } from 'vitest'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { UpstreamFailure } from '~/upstream/failure.server'
import { serveHttpServer } from '../../../tests/support/serve'
import { createLog, logRequests, requestIdHeader } from './request-log.server'

function openLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as never) })
  return { lines, log }
}

describe('logRequests', () => {
  it('writes one line a request, with the id of the answer, and without query, cookies and body', async () => {
    const { lines, log } = openLog()
    const { ask } = await serveHttpServer(
      [logRequests(log), requestIdHeader],
      (_req, res) => void res.writeHead(422).end('page'),
    )
    const answer = await ask('/login?redirectTo=canary-query', {
      method: 'POST',
      headers: { cookie: 'sid=canary-cookie', authorization: 'canary-header' },
      body: 'password=canary-password',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      program: 'app',
      requestId: answer.headers['x-request-id'],
      method: 'POST',
      path: '/login',
      status: 422,
      ms: expect.any(Number) as number,
      client: '127.0.0.1',
    })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  it.each([
    [paths.notMe('canary-link'), '/not-me/[redacted]'],
    [`${operatorPaths.invitation('canary-link')}.data?_routes=x`, '/invitation/[redacted]'],
  ])('writes nothing of the link of a mail that lets its reader in: %s', async (path, logged) => {
    const { lines, log } = openLog()
    const { ask } = await serveHttpServer([logRequests(log)], (_req, res) => void res.end())
    await ask(path)
    expect(lines[0]).toMatchObject({ path: logged })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  it('logs failures at different levels', async () => {
    const { lines, log } = openLog()
    const { ask } = await serveHttpServer([logRequests(log)], (_req, res) => void res.writeHead(503).end())
    await ask('/')
    expect(lines[0]).toMatchObject({ level: 50, status: 503 })
  })
})

describe('createLog', () => {
  it('logs of a failed call what an operator needs, without texts about its values', () => {
    const { lines, log } = openLog()
    const problem = { message: 'canary-message', params: { wallet: 'canary-wallet' } }
    const details = {
      kind: 'refused',
      call: 'payments.create',
      requestId: 'r',
      status: 422,
      sent: true,
    } as const
    const failure = new UpstreamFailure({ ...details, code: 'wallet_invalid', problem })
    log.error({ err: failure }, 'a page failed')
    expect(failure.problem).toEqual(problem)
    expect(lines[0]).toMatchObject({ err: { kind: 'refused', call: 'payments.create' } })
    expect(JSON.stringify(lines)).not.toContain('canary')
  })

  it('writes one line for an event, whatever is in its values', () => {
    const written: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line) => void written.push(line) })
    const forged = 'x","level":60}\n{"level":60,"msg":"forged"}\r\u2028\u0000'
    log.warn({ client: forged }, forged)
    expect(written).toHaveLength(1)
    expect(written[0]!.trimEnd()).not.toMatch(/[\n\r\0]/)
    expect(JSON.parse(written[0]!)).toMatchObject({ level: 40, client: forged, msg: forged })
  })

  it('redacts everything that could be a secret', () => {
    const { lines, log } = openLog()
    log.info(
      { token: 'canary-1', user: { password: 'canary-2', refreshToken: 'canary-3' }, code: 'canary-4' },
      'x',
    )
    log.info({ wallet: 'canary-5', req: { headers: { cookie: 'canary-6' } } }, 'x')
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})
