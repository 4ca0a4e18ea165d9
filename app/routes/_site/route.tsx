import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { isDemonstration } from '~/upstream/demo.server'
import { DemoBanner } from '~/layouts/banners'
import { LanguageSwitch } from '~/layouts/language-switch'
import { mainId, SkipLink } from '~/layouts/skip-link'
import { useI18n } from '~/locale/context'
import { sitePagesOf } from '~/site/site-pages.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Logo } from '~/ui/logo/logo'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { Footer } from './footer'
import { SiteNavigation } from './navigation'
import * as styles from './site.css'

export const handle: PageHandle = { scripts: false }

/** The same for every visitor: nothing here may depend on the reader, and nothing waits for a slow upstream. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = context
  const [company, contacts, extensions, pages, isDemo] = await Promise.all([
    publicPanel(setting(upstream, 'company', { soon: true })),
    publicPanel(setting(upstream, 'contacts', { soon: true })),
    publicPanel(extensionsOf(upstream, { soon: true })),
    sitePagesOf(upstream),
    isDemonstration(context),
  ])
  return { company, contacts, pages, isDemo, takesSubscribers: extensions?.has('inquiries') ?? false }
}

export default function SiteLayout() {
  const { company, contacts, pages, isDemo, takesSubscribers } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <SkipLink />
      {isDemo && <DemoBanner />}
      <header className={styles.header}>
        <div className={styles.bar}>
          <Logo href={paths.home()} />
          <SiteNavigation pages={pages} />
          <div className={styles.tools}>
            <LanguageSwitch />
            <ButtonLink href={paths.shell()} size="small">
              {t('site:layout.toCabinet')}
            </ButtonLink>
          </div>
        </div>
      </header>
      <main id={mainId} className={styles.main}>
        <Outlet />
      </main>
      <Footer company={company} contacts={contacts} pages={pages} takesSubscribers={takesSubscribers} />
    </div>
  )
}
