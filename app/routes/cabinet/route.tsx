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
import { useKeptFlash } from '~/frame/kept-flash'
import { useI18n } from '~/i18n/context'
import { Notifications } from '~/notifications/notifications'
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
  const [balance, notifications, isDemo, keptForm] = await Promise.all([
    panel(upstream.user.balance()),
    panel(upstream.notification.list({ limit: 1, sort: 'createdAt', sortDir: 'desc' }, { soon: true })),
    isDemonstration(context),
    context.keptForm.take(login, context.url.pathname),
  ])
  return {
    login,
    held: balance && heldAccounts(balance),
    notifications: notifications && {
      unread: notifications.unread,
      newestId: notifications.items[0]?.id ?? null,
    },
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

function Frame({ held, notifications, flash, isDemo, login, formToken, children }: FrameProps) {
  useHeadingFocus()
  const told = useKeptFlash(flash)
  return (
    <OldDocument.Provider value={useOldDocument()}>
      <LinkComponent.Provider value={RouterLink}>
        <Notifications login={login} loaded={notifications}>
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
                {told && (
                  <div className={styles.flash}>
                    <FlashNotice flash={told} />
                  </div>
                )}
                {children}
              </main>
            </div>
          </div>
        </Notifications>
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
