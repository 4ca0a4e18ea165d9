import { useLocation } from '@remix-run/react'
import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { type SessionEnd } from '~/session/session.server'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import * as styles from './session-end.css'

interface SessionWarningProps {
  end: SessionEnd
  formToken: string
}

/** What the page's script shows before the session ends, and when it is over; what is typed in the page stays. */
export function SessionWarning({ end, formToken }: SessionWarningProps) {
  const { t, time } = useI18n()
  const { nonce, islandHref } = useDocumentFacts()
  const { pathname, search } = useLocation()
  const script = islandHref?.('session')
  if (!script) return null
  const endsAt = <span data-ends="">{t('cabinet:layout.session.ending', { time: '{time}' })}</span>
  return (
    <div
      data-session-end={JSON.stringify({ ...end, time: time(end.at) })}
      data-address={paths.session()}
      data-class={styles.warning}
    >
      <template data-stage="ending">
        <Alert meaning="warning" title={endsAt}>
          <p>{t('cabinet:layout.session.stayText')}</p>
          <form method="post" action={paths.session()}>
            <input type="hidden" name="formToken" value={formToken} />
            <Button type="submit">{t('cabinet:layout.session.stay')}</Button>
          </form>
        </Alert>
      </template>
      <template data-stage="final">
        <Alert meaning="warning" title={endsAt}>
          {t('cabinet:layout.session.final')}
        </Alert>
      </template>
      <template data-stage="over">
        <Alert meaning="warning" title={t('cabinet:layout.session.over')}>
          <p>{t('cabinet:layout.session.overText')}</p>
          <ButtonLink href={pathname + search}>{t('common:action.signIn')}</ButtonLink>
        </Alert>
      </template>
      <script type="module" src={script} nonce={nonce} />
    </div>
  )
}
