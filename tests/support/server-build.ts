/// <reference types="vite/types/importMeta.d.ts" />
import { type ServerBuild } from '@remix-run/node'
import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes'
import remixConfig from '../../remix.config.js'

/**
 * The app's routes as the framework's compiler produces them for the server, made from the sources: tests
 * that run the app in their own process need no build. Browser assets are named but do not exist.
 */

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module']

const sources = import.meta.glob<RouteModule>(['../../app/root.tsx', '../../app/routes/**/route.{ts,tsx}'])

/** Loads every route module of the app. */
export async function loadServerBuild(): Promise<ServerBuild> {
  const listed = [
    { id: 'root', file: 'root.tsx', path: '' },
    ...Object.values(flatRoutes('app', remixConfig.ignoredRouteFiles)).map((route) => ({
      ...route,
      parentId: route.parentId ?? 'root',
    })),
  ]
  const routes: ServerBuild['routes'] = {}
  const assets: ServerBuild['assets']['routes'] = {}
  for (const { file, ...route } of listed) {
    const load = sources[`../../app/${file}`]
    if (!load) throw new Error(`app/${file} is no route module`)
    const module = await load()
    routes[route.id] = { ...route, module }
    assets[route.id] = {
      ...route,
      module: `/build/${route.id}.js`,
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasClientAction: false,
      hasClientLoader: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
    }
  }
  return {
    mode: 'production',
    entry: { module: await import('../../app/entry.server') },
    routes,
    assets: {
      entry: { module: '/build/entry.client.js', imports: [] },
      routes: assets,
      url: '/build/manifest.js',
      version: 'test',
    },
    publicPath: remixConfig.publicPath ?? '/build/',
    assetsBuildDirectory: remixConfig.assetsBuildDirectory ?? 'public/build',
    future: remixConfig.future as ServerBuild['future'],
    isSpaMode: false,
  }
}

/** A route with its complete address, such as `cabinet/deposits/:id`. */
export interface AddressedRoute {
  id: string
  address: string
  module: RouteModule
}

/** The routes of a build that answer requests, without layouts. */
export function addressedRoutes(build: ServerBuild): AddressedRoute[] {
  const entries = Object.values(build.routes).flatMap((route) => route ?? [])
  const parents = new Set(entries.map(({ parentId }) => parentId))
  const addressOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : build.routes[id]
    return route ? [...addressOf(route.parentId), ...(route.path ? [route.path] : [])] : []
  }
  return entries
    .filter(({ id }) => !parents.has(id))
    .map(({ id, module }) => ({ id, module, address: `/${addressOf(id).join('/')}` }))
}
