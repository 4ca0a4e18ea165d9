import { type LoaderFunctionArgs, json } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { pages } from '../generated/pages.js'

const { UPSTREAM_URL = '', CALLS = '{}' } = process.env
const calls = JSON.parse(CALLS) as Record<string, { path: string; headers: Record<string, string> }[]>

export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  return json(
    await Promise.all(
      calls[pathname].map(async ({ path, headers }) =>
        (await fetch(UPSTREAM_URL + path, { headers })).json(),
      ),
    ),
  )
}

export default function Page() {
  const { Body } = pages[useLocation().pathname]
  return <Body answers={useLoaderData<typeof loader>().length} />
}
