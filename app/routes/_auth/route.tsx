import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { isDemonstration } from '~/upstream/demo.server'
import { DemoBanner, FlashAlert } from '~/layouts/banners'
import { LanguageOffer } from '~/layouts/language-offer'
import { SiteHeader } from '~/layouts/site-header'
import { mainId, SkipLink } from '~/layouts/skip-link'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { takeFlash } from '~/layouts/flash-text.server'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import * as styles from './auth.css'

export const handle: PageHandle = { scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  return {
    formToken: context.session.formToken,
    flash: takeFlash(context),
    isDemo: await isDemonstration(context),
    offeredLanguage: context.offeredLanguage,
  }
}

/** One column at the surface, and the water below it. */
export default function AuthLayout() {
  const { flash, isDemo, offeredLanguage } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <div className={styles.page}>
      <SkipLink />
      <LanguageOffer language={offeredLanguage} />
      {isDemo && <DemoBanner />}
      <SiteHeader />
      <main id={mainId} className={styles.main}>
        <Stack gap={5}>
          <FlashAlert flash={flash} />
          <Outlet />
        </Stack>
      </main>
      <footer className={styles.footer}>
        <Link href={paths.risk()}>{t('common:risk.more')}</Link>
      </footer>
    </div>
  )
}
