import { type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node'
import { type AgnosticRouteObject, matchRoutes } from '@remix-run/router'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type ListedRoute, routesOfTheTree } from '../../tests/support/routes'
import { routesByAddress, wrapHandlers } from './build-parts.server'

let listed: ListedRoute[]
let idsOf: ReturnType<typeof routesByAddress>
beforeAll(async () => {
  listed = await routesOfTheTree()
  idsOf = routesByAddress(Object.fromEntries(listed.map((route) => [route.id, route])))
})

/** In the framework's nesting. */
const treeOf = (routes: readonly ListedRoute[], parentId?: string): AgnosticRouteObject[] =>
  routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(routes, id) }))

/** The routes that match, and their parameters. */
const found = (routes: readonly ListedRoute[], path: string) =>
  matchRoutes(treeOf(routes), path)?.map(({ route, params }) => ({ id: route.id, params })) ?? null

test('an address matches the same in its part of the routes as in all of them', () => {
  const words = [...new Set(listed.flatMap(({ address }) => address.split('/')))]
  const odd = ['', 'a', 'CABINET', 'Deposits', 'cabinet.', '%63abinet', '*', ':id', 'новости', '..', 'x.data']
  const address = fc
    .array(fc.constantFrom(...words, ...odd), { maxLength: 5 })
    .map((all) => `/${all.join('/')}`)
  let matched = 0
  fc.assert(
    fc.property(address, (path) => {
      const whole = found(listed, path)
      if (whole?.at(-1)?.params['*'] === undefined) matched += 1
      const part = listed.filter(({ id }) => idsOf(path).has(id))
      expect(found(part, path)).toEqual(whole)
    }),
    { numRuns: 1_000 },
  )
  expect(matched).toBeGreaterThan(40)
})

test('each page is found, in a small part', () => {
  const pages = listed.filter(({ isLayout }) => !isLayout)
  for (const { id, address } of pages) expect(idsOf(address.replace('*', 'x/y')), address).toContain(id)
  const sizes = pages.map(({ address }) => idsOf(address).size)
  expect(Math.max(...sizes)).toBeLessThan(listed.length / 3)
})

test('the number of parts never exceeds the number of routes', () => {
  const words = [...new Set(listed.flatMap(({ address }) => address.toLowerCase().split('/')))]
  const parts = new Set(words.flatMap((first) => words.map((second) => idsOf(`/${first}/${second}`))))
  expect(parts.size).toBeLessThanOrEqual(listed.length)
  expect(idsOf('/cabinet/deposits/1')).toBe(idsOf('/cabinet/deposits/2/close'))
  expect(idsOf('/cabinet/deposits.data')).toBe(idsOf('/cabinet/deposits'))
  expect(idsOf('/made-up/1')).toBe(idsOf('/another/2'))
})

test('each loader and action is wrapped, and nothing else of the build', async () => {
  const calls: string[] = []
  const route = { id: 'page', module: { loader: () => 'read', default: () => null } }
  const build = { routes: { page: route }, publicPath: '/build/' } as unknown as ServerBuild
  const noting =
    (name: string): Parameters<typeof wrapHandlers>[1]['loader'] =>
    (handler) =>
    (args) => {
      calls.push(name)
      return handler(args)
    }
  const wrapped = wrapHandlers(build, { loader: noting('loader'), action: noting('action') })
  const { module } = wrapped.routes['page']!
  expect(await module.loader?.({} as LoaderFunctionArgs)).toBe('read')
  expect(calls).toEqual(['loader'])
  expect(module).toEqual({ ...route.module, loader: module.loader })
  expect(wrapped.publicPath).toBe('/build/')
})
