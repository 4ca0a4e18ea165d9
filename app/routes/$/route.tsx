import { type PageHandle } from '~/framework/page'

export const handle = { scripts: false, title: 'errors:page.notFound' } satisfies PageHandle

/** Every address without a route: the root's error page reports it. */
export function loader(): never {
  throw new Response(null, { status: 404 })
}

export function action(): never {
  throw new Response(null, { status: 404 })
}

export default function NotFound() {
  return null
}
