import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../../tests/support/serve'
import { keepNamedLanguage } from './named-language.server'

async function keptBy(path: string, cookie?: string, method?: string) {
  const { ask } = await serveMiddleware([keepNamedLanguage(true)])
  const { headers } = await ask(path, { method, headers: cookie ? { cookie } : {} })
  return headers['set-cookie'] ?? []
}

describe('keepNamedLanguage', () => {
  it('keeps the language of an address for the visit', async () => {
    expect(await keptBy('/?lng=en')).toEqual(['lng=en; Path=/; HttpOnly; Secure; SameSite=Lax'])
    expect(await keptBy('/register/anna?from=letter&lng=en-GB')).toHaveLength(1)
  })

  it('leaves a choice that was made before', async () => {
    expect(await keptBy('/?lng=en', 'lng=ru')).toEqual([])
  })

  it.each(['/', '/?lng=', '/?lng=xx', '/?slng=en', '/?q=lng%3Den'])('keeps nothing of %s', async (path) => {
    expect(await keptBy(path)).toEqual([])
  })

  it('keeps nothing of a form', async () => {
    expect(await keptBy('/contacts?lng=en', undefined, 'POST')).toEqual([])
  })
})
