import { headers } from 'next/headers'
import { Elements } from './elements.jsx'

const calls = JSON.parse(process.env.CALLS ?? '{}')

export default async function Page({ params }) {
  // As a page of one visitor does, it depends on the request.
  await headers()
  const pathname = `/${(await params).path.join('/')}`
  const answers = await Promise.all(
    calls[pathname].map(async ({ path, headers: sent }) =>
      (await fetch(process.env.UPSTREAM_URL + path, { headers: sent, cache: 'no-store' })).json(),
    ),
  )
  return <Elements pathname={pathname} answers={answers} />
}
