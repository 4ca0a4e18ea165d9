import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Language } from '~/contract/languages'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'

/** The administrator's page about how the upstream's answers are interpreted. Other users get a 404. */

const keeper = {
  ...{ login: 'keeper', password: 'Demo-keeper-1', role: 'Administrator' },
  ...{ email: 'keeper@example.org', phone: '+37061110000' },
}

let stranger: Stranger
let app: RunningApp
beforeAll(async () => {
  stranger = await startStranger({ people: [keeper] })
  app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
})
afterAll(async () => {
  await app.stop()
  await stranger.close()
})

async function entered(language: Language): Promise<Visitor> {
  const visitor = openVisitor(app.url, language)
  const { login, password } = keeper
  const answer = await visitor.submit(await visitor.visit('/login'), 'name="password"', { login, password })
  expect([answer.status, answer.url.pathname]).toEqual([200, '/operator/upstream'])
  return visitor
}

describe.each(['ru', 'en'] as const)('in %s', (language) => {
  const say = textsOf(language)

  it('an administrator sees what had to be converted, by call and field', async () => {
    const investor = await signedIn(app.url, stranger.investor, language)
    await investor.visit('/cabinet/deposits')
    const page = await (await entered(language)).visit('/operator/upstream')
    expect([page.status, page.title]).toEqual([200, expect.stringContaining(say('operator:upstream.title'))])
    const ids = rowsOf(page).find(([call, field]) => call === 'deposits.list' && field === 'items.id')
    expect(ids?.[2]).toBe(say('operator:upstream.rules.number'))
    expect(Number(ids?.[3])).toBeGreaterThan(0)
    // The page has field names only, no values.
    expect(page.html).not.toContain(stranger.investor.login)
  })

  it('an administrator has no cabinet, and no page or link that requires an extension', async () => {
    const operator = await entered(language)
    for (const path of ['/cabinet', '/cabinet/top-up', '/operator'])
      expect((await operator.visit(path)).url.pathname).toBe('/operator/upstream')
    expect((await operator.visit('/operator/links')).status).toBe(404)
    const page = await operator.visit('/operator/upstream')
    expect(page.links('/operator').filter((path) => !page.$(`header a[href="${path}"]`).length)).toEqual([])
  })

  it.each(['/operator', '/operator/upstream'])('no other user finds %s', async (path) => {
    const investor = await signedIn(app.url, stranger.investor, language)
    const answers = [await investor.visit(path), await openVisitor(app.url, language).visit(path)]
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(text).not.toContain('deposits.list')
    }
  })
})
