import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The routes of the tree as Remix itself lists them. */
export interface ListedRoute {
  id: string
  parentId?: string
  /** Relative to its parent. */
  path?: string
  index?: boolean
  /** The complete address, such as `/news/:id`. */
  address: string
  /** A route without a page has no tsx. */
  isPage: boolean
  isLayout: boolean
}

let listed: Promise<ListedRoute[]> | undefined

/** Listed once for all tests of a process. */
export const routesOfTheTree = (): Promise<ListedRoute[]> => (listed ??= listRoutes())

async function listRoutes(): Promise<ListedRoute[]> {
  interface Listed {
    id: string
    path?: string
    index?: boolean
    file: string
    children?: Listed[]
  }
  const { stdout } = await promisify(execFile)('node_modules/.bin/remix', ['routes', '--json'])
  const flat = (routes: Listed[], parent: Pick<ListedRoute, 'id' | 'address'> | null): ListedRoute[] =>
    routes.flatMap(({ id, path, index, file, children = [] }) => {
      const address =
        [parent?.address.replace(/\/$/, ''), path].filter((part) => part !== undefined).join('/') || '/'
      const route = { id, path, index, address, isPage: file.endsWith('.tsx'), isLayout: children.length > 0 }
      return [{ ...route, ...(parent && { parentId: parent.id }) }, ...flat(children, route)]
    })
  return flat(JSON.parse(stdout) as Listed[], null)
}

/** The address of every page, such as `/news/:id`, without those of files. */
export async function pageAddresses(): Promise<string[]> {
  const pages = (await routesOfTheTree()).filter(({ isPage, isLayout }) => isPage && !isLayout)
  return pages.map(({ address }) => address).filter((address) => !/[.*]/.test(address))
}

/** Whether an address is one of a page of the tree, such as `/news/first-year` of `/news/:id`. */
export function isShownAt(route: string, address: string): boolean {
  const pattern = route.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(address.replace(/[?#].*/, ''))
}
