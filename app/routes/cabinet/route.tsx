import { type ReactNode, useEffect, useState } from 'react'
import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useMatches, useRouteLoaderData } from '@remix-run/react'
import { ErrorInLayout, ErrorPage } from '~/layouts/error-page'
import { Amounts } from '~/layouts/amounts'
import { isDemonstration } from '~/upstream/demo.server'
import { DemoBanner, DoneButPageFailed, FlashAlert, useKeptFlash } from '~/layouts/banners'
import { OldDocument, RouterLink, useOldDocument } from '~/framework/router-link'
import { SessionEndLine } from '~/layouts/session-end-line'
import { mainId, SkipLink } from '~/layouts/skip-link'
import { useHeadingFocus } from '~/layouts/heading-focus'
import { useIsDrawn } from '~/framework/refresh'
import { useForgetSent } from '~/forms/lost-form'
import { nestedValues } from '~/forms/parse.server'
import { within } from '~/forms/within.server'
import { balanceOf } from '~/investments/balance.server'
import { openSubmissionWarnings } from '~/money-forms/open-submissions.server'
import { useI18n } from '~/locale/context'
import { Notifications } from '~/notifications/client/notifications'
import { type PageHandle } from '~/framework/page'
import { takeFlash } from '~/layouts/flash-text.server'
import { islandHref } from '~/site/islands/island.server'
import { hasContactsPage } from '~/site/site-pages.server'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Link, LinkComponent } from '~/ui/link/link'
import { Logo } from '~/ui/logo/logo'
import { typefaceLinks } from '~/ui/theme/typeface'
import { panel } from '~/upstream/panel.server'
import { AccountMenu, Accounts, AmountsSwitch, Bell, User } from './header'
import { heldAccounts } from './accounts.server'
import * as styles from './cabinet.css'
import { BottomBar, Sidebar } from './navigation'
import { NavigationLine } from './navigation-line'
import { SessionWarning } from './session-end'

export const links = typefaceLinks

/** The page of an outcome comes after a press that may have waited for ten seconds: the accounts on top can be left out. */
const afterPressMs = 1_000

/**
 * Fetched again on every navigation, as single fetch does: the two accounts on top are never older than the page
 * below them, and a message disappears with its page.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const { id, login, upstream } = await requireInvestor(context)
  const isAfterPress = context.url.pathname.startsWith(paths.submission(''))
  const [balance, notifications, isDemo, keptForm, openSubmissions, hasContacts] = await Promise.all([
    isAfterPress ? within(afterPressMs, panel(balanceOf(upstream))) : panel(balanceOf(upstream)),
    panel(upstream.notification.list({ limit: 1, sort: 'createdAt', sortDir: 'desc' }, { soon: true })),
    isDemonstration(context),
    context.keptForm.take(id, context.url.pathname),
    openSubmissionWarnings(context),
    hasContactsPage(upstream),
  ])
  return {
    login,
    held: balance && heldAccounts(balance),
    notifications: notifications && {
      unread: notifications.unread,
      newestId: notifications.items[0]?.id ?? null,
    },
    hidesAmounts: context.device.hidesAmounts,
    formToken: context.session.formToken,
    sessionEnd: context.session.end,
    flash: takeFlash(context),
    keptForm: keptForm && nestedValues(keptForm),
    isDemo,
    openSubmissions,
    hasContacts,
    socketScript: islandHref('notifications'),
  }
}

type LayoutData = ReturnType<typeof useLoaderData<typeof loader>>

/** The layout's last data in this browser, without its flash message. */
let drawn: LayoutData | undefined
const keepDrawn = (data: LayoutData) => {
  drawn = data
}

export default function Cabinet() {
  useIsDrawn()
  useForgetSent()
  return (
    <Layout {...useLoaderData<typeof loader>()}>
      <Outlet />
    </Layout>
  )
}

/**
 * A failed page keeps the navigation and, if they were loaded, the accounts. It shows the flash message of the form
 * before it.
 */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/cabinet') ?? drawn
  const flash = useKeptFlash(data?.flash ?? null)
  if (!data) return <ErrorPage />
  const isDone = flash && flash.key !== 'signedIn'
  return (
    <Layout {...data} flash={isDone ? null : flash}>
      {isDone ? <DoneButPageFailed flash={flash} /> : <ErrorInLayout />}
    </Layout>
  )
}

type LayoutProps = LayoutData & { children: ReactNode }

function Layout({ children, ...data }: LayoutProps) {
  const { held, notifications, hidesAmounts, flash, isDemo, login, formToken, sessionEnd } = data
  const { openSubmissions, hasContacts } = data
  useHeadingFocus()
  const keptFlash = useKeptFlash(flash)
  const { t } = useI18n()
  // A choice on this page shows before the server has stored it.
  const [chosen, choose] = useState<boolean>()
  const areHidden = chosen ?? hidesAmounts
  useEffect(() => {
    keepDrawn({ ...data, hidesAmounts: areHidden, flash: null })
  })
  const needsAmounts = usePageNeedsAmounts()
  return (
    <OldDocument.Provider value={useOldDocument()}>
      <LinkComponent.Provider value={RouterLink}>
        <Notifications login={login} loaded={notifications} script={data.socketScript}>
          <div className={styles.page}>
            <SkipLink />
            <NavigationLine />
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
                <Sidebar />
                <div className={styles.sideUser}>
                  <AccountMenu login={login} formToken={formToken} />
                </div>
              </div>
            </header>
            <div className={styles.content}>
              <div className={styles.top}>
                <nav className={styles.bell} aria-label={t('common:navigation.notifications')}>
                  <Bell />
                </nav>
                <Amounts areHidden={areHidden}>
                  <div className={styles.accounts}>
                    <Accounts held={held}>
                      <AmountsSwitch formToken={formToken} areHidden={areHidden} onSwitch={choose} />
                    </Accounts>
                  </div>
                </Amounts>
              </div>
              <main id={mainId} className={styles.main}>
                {keptFlash && (
                  <div className={styles.flash}>
                    <FlashAlert flash={keptFlash} />
                  </div>
                )}
                {openSubmissions.map(({ title, text, href, link }) => (
                  <div key={href} className={styles.flash}>
                    <Alert meaning="warning" role="note" title={title}>
                      <p>{text}</p>
                      <Link href={href}>{link}</Link>
                    </Alert>
                  </div>
                ))}
                <Amounts areHidden={areHidden} areNeeded={needsAmounts}>
                  {children}
                </Amounts>
              </main>
              <footer className={styles.foot}>
                <p>
                  {sessionEnd && <SessionEndLine end={sessionEnd} />}{' '}
                  {hasContacts && <Link href={paths.contacts()}>{t('cabinet:layout.help')}</Link>}
                </p>
              </footer>
            </div>
            <BottomBar>
              <User login={login} formToken={formToken} />
            </BottomBar>
            {sessionEnd && <SessionWarning end={sessionEnd} formToken={formToken} />}
          </div>
        </Notifications>
      </LinkComponent.Provider>
    </OldDocument.Provider>
  )
}

function usePageNeedsAmounts(): boolean {
  return useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.amounts === 'shown')
}
