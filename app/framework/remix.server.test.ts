import { type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { type TestRequest, formOf, serveMiddleware } from '../../tests/support/serve'
import { readForm } from '~/server/middleware/body.server'
import { remix } from './remix.server'
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
