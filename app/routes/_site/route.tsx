import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { isDemonstration } from '~/upstream/demo.server'
import { DemoBanner } from '~/layouts/banners'
import { LanguageOffer } from '~/layouts/language-offer'
import { SiteHeader } from '~/layouts/site-header'
import { mainId, SkipLink } from '~/layouts/skip-link'
import { sitePagesOf } from '~/site/site-pages.server'
import { type PageHandle } from '~/framework/page'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { Footer } from './footer'
import * as styles from './site.css'

export const handle: PageHandle = { scripts: false }

/** The same for all who read a language: nothing else here depends on the reader, and nothing waits for a slow upstream. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = context
  const [company, contacts, extensions, pages, isDemo] = await Promise.all([
    publicPanel(setting(upstream, 'company', { soon: true })),
    publicPanel(setting(upstream, 'contacts', { soon: true })),
    publicPanel(extensionsOf(upstream, { soon: true })),
    sitePagesOf(upstream),
    isDemonstration(context),
  ])
  return {
    company,
    contacts,
    pages,
    isDemo,
    takesSubscribers: extensions?.has('inquiries') ?? false,
    offeredLanguage: context.offeredLanguage,
  }
}

export default function SiteLayout() {
  const { company, contacts, pages, isDemo, takesSubscribers, offeredLanguage } =
    useLoaderData<typeof loader>()
  return (
    <div className={styles.page}>
      <SkipLink />
      <LanguageOffer language={offeredLanguage} />
      {isDemo && <DemoBanner />}
      <SiteHeader />
      <main id={mainId} className={styles.main}>
        <Outlet />
      </main>
      <Footer company={company} contacts={contacts} pages={pages} takesSubscribers={takesSubscribers} />
    </div>
  )
}
