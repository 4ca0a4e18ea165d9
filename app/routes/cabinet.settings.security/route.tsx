import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { FactorsPage } from '~/identity/second-factors/factors-page'
import { loadFactors } from '~/identity/second-factors/factors.server'

/** HTML only: its texts, and those of the pages below it, are not among the browser's. */
export const handle: PageHandle = { title: 'security:title', scripts: false }

export function loader({ context }: LoaderFunctionArgs) {
  return loadFactors(context)
}

export default function SecurityRoute() {
  return <FactorsPage {...useLoaderData<typeof loader>()} />
}
