import { type ReactNode } from 'react'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { ErrorInFrame, ErrorPage } from '~/error-page'
import { isDemonstration } from '~/frame/demo.server'
import { DemoBanner } from '~/frame/demo-banner'
import { FlashNotice } from '~/frame/flash-notice'
import { LanguageSwitch } from '~/frame/language-switch'
import { OldDocument, RouterLink, useOldDocument } from '~/frame/router-link'
import { mainId, SkipLink } from '~/frame/skip-link'
import { useHeadingFocus } from '~/frame/heading-focus'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Button } from '~/ui/button/button'
import { LinkComponent } from '~/ui/link/link'
import { Logo } from '~/ui/logo/logo'
import { panel } from '~/upstream/panel.server'
import { Accounts } from './accounts'
import { heldAccounts } from './accounts.server'
import * as styles from './cabinet.css'
import { Navigation } from './navigation'

/**
 * Asked again on every navigation, as single fetch does by itself: the two accounts on top are never older than
 * the page below them, and a message is gone with the page that it was for.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  const [balance, isDemo, keptForm] = await Promise.all([
    panel(upstream.user.balance()),
    isDemonstration(context),
    context.keptForm.take(login, context.url.pathname),
  ])
  return {
    login,
    held: balance && heldAccounts(balance),
    formToken: context.session.formToken,
    flash: context.flash.take(),
    keptForm,
    isDemo,
  }
}

export default function CabinetLayout() {
  return (
    <Frame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Frame>
  )
}

/** A page that failed leaves the navigation and the accounts standing, where these could be asked for. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/cabinet')
  if (!data) return <ErrorPage />
  return (
    <Frame {...data}>
      <ErrorInFrame />
    </Frame>
  )
}

type FrameProps = ReturnType<typeof useLoaderData<typeof loader>> & { children: ReactNode }

function Frame({ held, flash, isDemo, login, formToken, children }: FrameProps) {
  useHeadingFocus()
  return (
    <OldDocument.Provider value={useOldDocument()}>
      <LinkComponent.Provider value={RouterLink}>
        <div className={styles.page}>
          <SkipLink />
          {isDemo && (
            <div className={styles.banner}>
              <DemoBanner />
            </div>
          )}
          <header className={styles.side}>
            <div className={styles.sideContent}>
              <div className={styles.brand}>
                <Logo href={paths.cabinet()} />
              </div>
              <Navigation />
              <User login={login} formToken={formToken} />
            </div>
          </header>
          <div className={styles.content}>
            <Accounts held={held} />
            <main id={mainId} className={styles.main}>
              {flash && (
                <div className={styles.flash}>
                  <FlashNotice flash={flash} />
                </div>
              )}
              {children}
            </main>
          </div>
        </div>
      </LinkComponent.Provider>
    </OldDocument.Provider>
  )
}

/** Who is signed in, and the way out. Both forms load a new document. */
function User({ login, formToken }: Pick<FrameProps, 'login' | 'formToken'>) {
  const { t } = useI18n()
  return (
    <div className={styles.user}>
      <p className={styles.login}>{t('cabinet:frame.signedInAs', { login })}</p>
      <LanguageSwitch />
      <form method="post" action={paths.logout()}>
        <input type="hidden" name="formToken" value={formToken} />
        <Button type="submit" variant="quiet" size="small" icon="signOut">
          {t('common:action.signOut')}
        </Button>
      </form>
    </div>
  )
}
