import { type LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { nestedValues } from '~/forms/parse.server'
import { isDemonstration } from '~/upstream/demo.server'
import { DemoBanner, FlashAlert } from '~/layouts/banners'
import { LanguageSwitch } from '~/layouts/language-switch'
import { SignOut } from '~/layouts/sign-out'
import { SessionEndLine } from '~/layouts/session-end-line'
import { mainId, SkipLink } from '~/layouts/skip-link'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { takeFlash } from '~/layouts/flash-text.server'
import { paths } from '~/paths'
import { OpenSubmissions } from '~/layouts/open-submissions'
import { openSubmissionWarnings } from '~/money-forms/open-submissions.server'
import { requireOperator } from '~/session/guards.server'
import { type QueueCounts, operatorPermissions } from '~/session/operator-permissions.server'
import { Logo } from '~/ui/logo/logo'
import { typefaceLinks } from '~/ui/theme/typeface'
import { UpstreamFailure } from '~/upstream/failure.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { Navigation } from './navigation'
import * as styles from './operator.css'
import { SessionWarning } from './session-end'

/** The operator's pages are forms and lists and need no script. */
export const handle: PageHandle = { scripts: false }
export const links = typefaceLinks

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, login, upstream } = await requireOperator(context)
  const [keptForm, extensions, { permitted, queues }, isDemo, openSubmissions] = await Promise.all([
    context.keptForm.take(id, context.url.pathname),
    extensionsOf(upstream),
    permissions(upstream),
    isDemonstration(context),
    openSubmissionWarnings(context),
  ])
  return {
    login,
    keptForm: keptForm && nestedValues(keptForm),
    formToken: context.session.formToken,
    sessionEnd: context.session.end,
    flash: takeFlash(context),
    isDemo,
    extensions: [...extensions],
    permitted,
    queues,
    openSubmissions,
  }
}

interface ForNavigation {
  /** The permitted calls; null: all. */
  permitted: readonly string[] | null
  queues: QueueCounts | null
}

/** Without a second factor nothing is permitted yet; if it can't be known now, everything is shown, without counts. */
function permissions(upstream: Upstream): Promise<ForNavigation> {
  return operatorPermissions(upstream).then(
    ({ calls, queues = null }) => ({ permitted: calls, queues }),
    (error: unknown) => {
      if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
      return { permitted: error.code === 'factor_required' ? [] : null, queues: null }
    },
  )
}

export default function OperatorLayout() {
  const { login, formToken, flash, isDemo, extensions, permitted, queues, openSubmissions, sessionEnd } =
    useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <>
      <SkipLink />
      {isDemo && <DemoBanner />}
      <header className={styles.header}>
        <Logo href={paths.operator()} />
        <p className={styles.login}>{t('operator:layout.signedInAs', { login })}</p>
        <div className={styles.controls}>
          <LanguageSwitch />
          <SignOut formToken={formToken} />
        </div>
      </header>
      <div className={styles.body}>
        <Navigation extensions={extensions} permitted={permitted} queues={queues} />
        <main id={mainId} className={styles.main}>
          <div className={styles.part} data-fresh="alerts">
            <FlashAlert flash={flash} />
            <OpenSubmissions warnings={openSubmissions} />
          </div>
          <Outlet />
        </main>
      </div>
      <footer className={styles.foot}>{sessionEnd && <SessionEndLine end={sessionEnd} />}</footer>
      {sessionEnd && <SessionWarning end={sessionEnd} formToken={formToken} />}
    </>
  )
}
