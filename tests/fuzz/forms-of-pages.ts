import { type ServerBuild } from '@remix-run/node'
import { type Client } from '../support/in-process-app'
import { type AddressedRoute, addressedRoutes } from '../support/server-build'
import { readHtml } from '../support/visitor'

/** The pages of the app and their forms, found by following every link. */

export interface FoundForm {
  /** Path and query of its action. */
  action: string
  /** Its fields with the values that the page offers. */
  fields: Record<string, string[]>
}

export interface Site {
  /** One address of each page that was found, by route id. */
  pages: Map<string, string>
  forms: Map<string, FoundForm[]>
}

/** @param address as of a route, such as `/news/:id` */
const patternOf = (address: string) =>
  new RegExp(
    `^${address
      .replace(/[.+()[\]]/g, '\\$&')
      .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\/?\*$/, '/.*')}$`,
  )

/** Finds the route that answers a path; a fixed address comes before one with a parameter. */
export function routeFinder(build: ServerBuild): (path: string) => AddressedRoute | undefined {
  const routes = addressedRoutes(build)
    .map((route) => ({ ...route, pattern: patternOf(route.address) }))
    .sort((one, other) => weightOf(one.address) - weightOf(other.address))
  return (path) => routes.find(({ pattern }) => pattern.test(path))
}

const weightOf = (address: string) => (address.includes('*') ? 100 : 0) + (address.match(/:/g)?.length ?? 0)

/** Follows links from the given addresses, to one page of each route. */
export async function explore(build: ServerBuild, client: Client, from: readonly string[]): Promise<Site> {
  const site: Site = { pages: new Map(), forms: new Map() }
  const find = routeFinder(build)
  const open = [...from]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const path = next.split('?', 1)[0] ?? next
    const route = find(path)
    if (!route?.module.default || site.pages.has(route.id)) continue
    const answer = await client.fetch(next)
    if (answer.status !== 200) continue
    site.pages.set(route.id, path)
    const html = await answer.text()
    open.push(...linksIn(html))
    for (const form of formsIn(html, next)) {
      const target = find(form.action.split('?', 1)[0] ?? '')
      if (target) site.forms.set(target.id, [...(site.forms.get(target.id) ?? []), form])
    }
  }
  return site
}

function formsIn(html: string, page: string): FoundForm[] {
  const $ = readHtml(html)
  return $('form[method="post" i]')
    .toArray()
    .map((form) => {
      const fields: Record<string, string[]> = {}
      const addField = (name = '', value = '') => {
        if (name) (fields[name] ??= []).push(value)
      }
      for (const { attribs } of $(form).find('input, button, textarea'))
        addField(attribs['name'], attribs['value'])
      for (const select of $(form).find('select'))
        for (const { attribs } of $(select).find('option')) addField(select.attribs['name'], attribs['value'])
      return { action: form.attribs['action'] || page, fields }
    })
}

/** The links of a page within this site, without fragments. */
const linksIn = (html: string): string[] => {
  const $ = readHtml(html)
  return $('a[href^="/"]')
    .toArray()
    .map(({ attribs }) => attribs['href']?.split('#', 1)[0] ?? '')
}
