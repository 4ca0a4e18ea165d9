import { type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { type TestRequest, formOf, serveMiddleware } from '../../tests/support/serve'
import { readForm } from '~/server/middleware/body.server'
import { remix } from './remix.server'
import { bodyOf } from './whole-page.server'
import { type Middleware, requestInfoOf } from '~/session/request-info.server'

interface Given {
  request: Request
  context: { form: FormData | null }
}

/** A minimal application: one route that answers a form and a GET. */
function buildOf(action: (given: Given) => Promise<Response>): ServerBuild {
  const route = {
    id: 'root',
    path: '',
    module: { action: action as never, loader: () => new Response('loaded'), default: undefined as never },
  }
  return {
    entry: { module: { default: () => new Response('page') } },
    routes: { root: route },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/build/',
    assetsBuildDirectory: 'public/build',
    future: { v3_singleFetch: true },
    isSpaMode: false,
  } as unknown as ServerBuild
}

async function post(action: (given: Given) => Promise<Response>, request: TestRequest) {
  const contextOf = (req: Parameters<typeof requestInfoOf>[0]) =>
    ({ form: requestInfoOf(req).form }) as unknown as AppLoadContext
  const application = remix({ build: buildOf(action), mode: 'production', contextOf })
  const { ask } = await serveMiddleware([readForm, application as unknown as Middleware])
  return ask('/', request)
}

describe('remix', () => {
  it('gives actions the form that the guard has read', async () => {
    const answer = await post(
      ({ context }) => Promise.resolve(Response.json(context.form?.get('login'))),
      formOf({ login: 'Анна & co' }),
    )
    expect(answer.text).toBe('"Анна & co"')
  })

  it('the request itself can be read too, and a consumed body does not block', async () => {
    const answer = await post(
      async ({ request }) => Response.json((await request.formData()).get('login')),
      formOf({ login: 'Анна & co' }),
    )
    expect(answer.text).toBe('"Анна & co"')
  })

  it('accepts a form without fields', async () => {
    const answer = await post(
      async ({ request, context }) => Response.json([await request.text(), [...(context.form ?? [])]]),
      formOf({}),
    )
    expect(answer.text).toBe('["",[]]')
  })
})

describe('a page that is rendered in one piece', () => {
  const page = Buffer.from('<p>Страница</p>')
  /** A page in the entry's way, in an application that fails after it or not. */
  async function get(method: 'GET' | 'HEAD', fails = false) {
    const build = buildOf(() => Promise.resolve(new Response()))
    const { root } = build.routes
    Object.assign(root!.module, { default: () => null, loader: () => null })
    Object.assign(build.entry.module, {
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        _remix: object,
        context: AppLoadContext,
      ) => {
        headers.set('Content-Length', String(page.length))
        headers.append('Set-Cookie', 'a=1')
        headers.append('Set-Cookie', 'b=2')
        const body = bodyOf(page, context)
        if (fails) throw new Error('after the page')
        return new Response(body, { status, headers })
      },
      handleError: () => {},
    })
    const application = remix({ build, mode: 'production', contextOf: () => ({}) as AppLoadContext })
    const { ask } = await serveMiddleware([application as unknown as Middleware])
    return ask('/', { method })
  }

  it('is sent with its length and all cookies', async () => {
    const { status, text, headers } = await get('GET')
    expect([status, text]).toEqual([200, '<p>Страница</p>'])
    expect(headers['content-length']).toBe(String(page.length))
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  it('is not sent for HEAD', async () => {
    const { status, text, headers } = await get('HEAD')
    expect([status, text, headers['content-length']]).toEqual([200, '', String(page.length)])
  })

  it('gives way to a failure', async () => {
    const { status, text } = await get('GET', true)
    expect(status).toBe(500)
    expect(text).not.toContain('Страница')
  })
})
