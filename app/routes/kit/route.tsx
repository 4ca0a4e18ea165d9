import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { chartSamples } from './charts.server'
import { Specimens, type Theme, themes } from './specimens'

export const handle: PageHandle = { scripts: false, title: () => 'The kit' }

/** For those who build pages: the production build does not have this route (remix.config.js). */
export function loader({ context: { env, url } }: LoaderFunctionArgs) {
  if (env.mode !== 'development') throw new Response(null, { status: 404 })
  const theme: Theme = themes.find((one) => one === url.searchParams.get('theme')) ?? 'device'
  return { theme, charts: chartSamples() }
}

export default function KitPage() {
  const { theme, charts } = useLoaderData<typeof loader>()
  return <Specimens theme={theme} charts={charts} hrefOf={(one) => paths.kit({ theme: one })} />
}
