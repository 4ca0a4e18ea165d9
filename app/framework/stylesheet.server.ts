import { cssBundleHref } from '@remix-run/css-bundle'
import { type Env } from '~/env.server'

/**
 * Which cut of the styles a page is sent. The compiler makes one sheet of everything; the build cuts it by layer
 * (scripts/build.mjs), so that a visitor does not load the cabinet.
 */
type Area = 'site' | 'cabinet' | 'operator'

/**
 * @param routeIds the routes of the page, such as `routes/cabinet._index`; without any it is a page of the site
 * @returns the address of its stylesheet; in development that of the whole one
 */
export function stylesheetOf(routeIds: readonly string[], mode: Env['mode']): string | undefined {
  if (mode === 'development') return cssBundleHref
  const area = routeIds.map(areaOf).find(Boolean) ?? 'site'
  return area === 'operator' ? cssBundleHref : cssBundleHref?.replace(/\.css$/, `.${area}.css`)
}

function areaOf(routeId: string): Area | undefined {
  const area = /^routes\/(cabinet|operator)(\.|$)/.exec(routeId)?.[1]
  return area as Area | undefined
}
