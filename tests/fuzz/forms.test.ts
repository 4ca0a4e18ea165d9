import '../support/production-react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { hostCookieName } from '~/session/cookies.server'
import { takesFiles } from '~/session/form-addresses.server'
import { register } from '../contract/people'
import { type Client, type InProcessApp, startApp } from '../support/in-process-app'
import { demoCode } from '../support/investor'
import { type AddressedRoute, addressedRoutes } from '../support/server-build'
import { bodies, type Body } from './bodies'
import { explore, type FoundForm, type Site } from './forms-of-pages'
import { inPart, isTooDear, measured, names, runsOf, seed, values } from './fuzz'
import { nothingWrong, Trial } from './trial'

/**
 * Every form and every query of the app with bodies that no page sends: no request fails, is expensive, or
 * leaks memory. The forms come from the routes with an action, so a new route is checked too.
 */

const runsOfForm = runsOf({ full: 10_000, short: 6 })
const runsOfPage = runsOf({ full: 10_000, short: 2 })

/** Fields whose valid values start long work by design. */
const heavyFields: Record<string, Record<string, string[]>> = {
  // The demonstration's clock processes every day that it moves by.
  'routes/_auth.demo.clock': { days: ['0'] },
  // As many decisions are tried out as there are cases.
  'routes/operator.several.$queue._index': { shown: ['none'], 'cases[0]': ['none'], 'cases[1]': ['none'] },
}
const investor = ['investor', 'Demo-investor-1'] as const
const operator = ['operator', 'Demo-operator-1'] as const
const sessionCookie = hostCookieName('sid', false)

describe(`forms and queries of the app, FUZZ_SEED=${seed}`, () => {
  let app: InProcessApp
  let [visitor, member, newcomer, operatorClient]: Client[] = []
  let sites: Site[] = []

  beforeAll(async () => {
    app = await startApp({ history: true, logLevel: 'error' })
    visitor = app.open()
    member = await app.signedIn(...investor)
    operatorClient = await app.signedIn(...operator)
    const { login, password } = await register(app.upstream)
    newcomer = await app.signedIn(login, password)
    const fixed = addressedRoutes(app.build).flatMap(({ address }) => (/[:*]/.test(address) ? [] : [address]))
    sites = [
      await explore(app.build, newcomer, ['/phone']),
      await explore(app.build, visitor, [...fixed, '/register']),
      await explore(app.build, operatorClient, fixed),
      await explore(app.build, member, fixed),
    ]
  }, 600_000)
  afterAll(() => app.stop())

  /** Restores the investor's state: some forms end their session, or leave a phone to be confirmed. */
  async function keepMember(): Promise<Client> {
    if (!member!.cookies.has(sessionCookie)) member = await app.signedIn(...investor)
    const { status, headers } = await member!.fetch('/session')
    if (status === 302 && headers.get('location')?.startsWith('/phone'))
      await member!.fetch('/phone', { method: 'POST', body: new URLSearchParams({ code: demoCode }) })
    return member!
  }

  async function keepOperator(): Promise<Client> {
    if (!operatorClient!.cookies.has(sessionCookie)) operatorClient = await app.signedIn(...operator)
    return operatorClient!
  }

  /** The signed-in client for a route: each area is visible to its own kind of account only. */
  function signedInFor(id: string): Promise<Client> {
    if (id.startsWith('routes/_auth.phone')) return Promise.resolve(newcomer!)
    return id.startsWith('routes/operator') ? keepOperator() : keepMember()
  }

  /** Drops messages that the test's transport stores: they do not count as the product's memory. */
  const dropMessages = () => void app.upstream.here!.messages.splice(0)

  /** The kinds of form of a route, as found on its pages; one without fields if none was found. */
  function formsOf({ id, address }: AddressedRoute): FoundForm[] {
    const found = sites.flatMap(({ forms }) => forms.get(id) ?? [])
    const unknown: FoundForm = { action: concrete(address), fields: {} }
    const kinds = new Map(
      (found.length > 0 ? found : [unknown]).map((form) => [Object.keys(form.fields).join(), form]),
    )
    return [...kinds.values()].map((form) => ({ ...form, fields: { ...form.fields, ...heavyFields[id] } }))
  }

  const actions = () => addressedRoutes(app.build).filter(({ module }) => 'action' in module)

  it('finds the forms of every area', () => {
    const withFields = actions().filter((route) =>
      formsOf(route).some(({ fields }) => Object.keys(fields).length > 0),
    )
    expect(actions().length).toBeGreaterThan(25)
    expect(withFields.length).toBeGreaterThan(actions().length * 0.7)
  })

  it('refuses at once a field name that asks for a long list or for deep nesting, on every form', async () => {
    const bad = [
      'email[5000000]',
      'email[999999999]',
      `email${'.a'.repeat(20_000)}`,
      `email${'[0]'.repeat(15_000)}`,
    ]
    for (const route of actions()) {
      const [{ action } = { action: '' }] = formsOf(route)
      for (const name of bad) {
        const body = { contentType: 'application/x-www-form-urlencoded', bytes: Buffer.from(`${name}=x`) }
        const result = await measured(() => post(visitor!, action, body))
        expect([route.id, result.answer.status, isTooDear(result)]).toEqual([route.id, 400, false])
      }
    }
  })

  it('answers every body of every form', { timeout: 12 * 3_600_000 }, async () => {
    const trial = await Trial.of(runsOfForm)
    for (const route of inPart(actions())) {
      const isOpen = /^routes\/(_auth\.(?!phone)|_site|language)/.test(route.id)
      for (const form of formsOf(route)) {
        const path = form.action.split('?', 1)[0] ?? ''
        const isHeavy = route.id in heavyFields
        const arbitrary = fc.tuple(
          bodies(form, takesFiles(path)).filter(
            ({ bytes }) => !isHeavy || !/days=(%20|\+)*\d/.test(bytes.toString('latin1')),
          ),
          fc.nat({ max: 9 }),
        )
        await trial.send({
          id: route.id,
          name: form.action,
          arbitrary,
          ready: async () => {
            const somebody = await signedInFor(route.id)
            return ([body, turn]) => post(turn < 8 === isOpen ? visitor! : somebody, form.action, body)
          },
          shown: ([body]) => shown(body),
        })
        dropMessages()
        await trial.checkHeld(route.id)
      }
      trial.report(route.id)
    }
    expect(await trial.wrong()).toEqual(nothingWrong)
    expect(app.log()).not.toMatch(/"level":[56]0/)
  })

  it('answers every query of every page', { timeout: 12 * 3_600_000 }, async () => {
    const words = [
      'page',
      'limit',
      'sort',
      'sortDir',
      'search',
      'type',
      'status',
      'from',
      'to',
      'currency',
      'account',
    ]
    const more = [
      'level',
      'lng',
      'redirectTo',
      'period',
      'amount',
      'coin',
      'plan',
      'planId',
      'unit',
      'by',
      'done',
      'system',
    ]
    const query = fc
      .array(
        fc.tuple(
          names([...words, ...more, 'hash', 'inviter', 'state', 'failed', 'ended', '_routes']),
          values,
        ),
        { maxLength: 6 },
      )
      .map((pairs) =>
        new URLSearchParams(
          pairs.map(([name, value]) => [name.slice(0, 300), value.slice(0, 2_000)]),
        ).toString(),
      )
    const arbitrary = fc.tuple(query, fc.integer({ min: 0, max: 5 }))
    const pages = addressedRoutes(app.build).filter(({ module }) => 'loader' in module || module.default)
    const pathOf = ({ id, address }: AddressedRoute) =>
      sites.findLast(({ pages: found }) => found.has(id))?.pages.get(id) ?? concrete(address)
    // Renders each page once first, so that compiled code and caches do not count as growth.
    for (const page of pages) await get(await signedInFor(page.id), pathOf(page))
    const trial = await Trial.of(runsOfPage)
    for (const page of inPart(pages)) {
      const { id } = page
      const path = pathOf(page)
      await trial.send({
        id,
        arbitrary,
        ready: async () => {
          const somebody = await signedInFor(id)
          return ([search, turn]) =>
            get(turn === 0 ? visitor! : somebody, `${path}${turn === 1 ? '.data' : ''}?${search}`)
        },
        shown: ([search]) => `${path}?${search}`,
      })
      await trial.checkHeld(id)
      trial.report(id)
    }
    expect(await trial.wrong()).toEqual(nothingWrong)
  })
})

/** An address of a route, with an invented value for each parameter. */
const concrete = (address: string) =>
  address
    .replace(/\/:\w+\?/g, '')
    .replace(/:\w+/g, '1')
    .replace('*', 'none')

async function post(client: Client, path: string, { contentType, bytes }: Body): Promise<{ status: number }> {
  const headers = contentType === '' ? undefined : { 'content-type': contentType }
  const answer = await client.fetch(path, { method: 'POST', body: new Uint8Array(bytes), headers })
  await answer.arrayBuffer()
  return answer
}

async function get(client: Client, path: string): Promise<{ status: number }> {
  const answer = await client.fetch(path)
  await answer.arrayBuffer()
  return answer
}

const shown = ({ contentType, bytes }: Body) =>
  `${contentType} ${bytes.length} bytes: ${bytes.toString('latin1').slice(0, 600)}`
