import { useLocation, useRevalidator } from '@remix-run/react'
import { touch } from '~/frame/ask-own-server'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { type SessionEnd } from '~/session/session.server'
import { Button, ButtonLink } from '~/ui/button/button'
import { Notice } from '~/ui/notice/notice'
import * as styles from './session-end.css'
import { useSessionStage } from './session-stage'

/** When the session ends, on every page: whoever has no scripts is warned by this alone. */
export function SessionEndLine({ end }: { end: SessionEnd }) {
  const { t, time } = useI18n()
  return (
    <p>
      {t(end.isFinal ? 'cabinet:frame.session.endsFinally' : 'cabinet:frame.session.ends', {
        time: time(end.at),
      })}
    </p>
  )
}

/** Appears in time, with the way to go on; what was typed on the page stays. */
export function SessionWarning({ end }: { end: SessionEnd }) {
  const stage = useSessionStage(end)
  if (stage === 'live') return null
  return (
    <div className={styles.warning} role="alert">
      {stage === 'ending' ? <Ending end={end} /> : <Over />}
    </div>
  )
}

function Ending({ end }: { end: SessionEnd }) {
  const { t, time } = useI18n()
  const { revalidate } = useRevalidator()
  async function stay() {
    await touch(paths.shell())
    revalidate()
  }
  return (
    <Notice meaning="warning" title={t('cabinet:frame.session.ending', { time: time(end.at) })}>
      {end.isFinal ? (
        t('cabinet:frame.session.final')
      ) : (
        <>
          <p>{t('cabinet:frame.session.stayText')}</p>
          <Button onClick={() => void stay()}>{t('cabinet:frame.session.stay')}</Button>
        </>
      )}
    </Notice>
  )
}

function Over() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  return (
    <Notice meaning="warning" title={t('cabinet:frame.session.over')}>
      <p>{t('cabinet:frame.session.overText')}</p>
      <ButtonLink href={pathname + search}>{t('common:action.signIn')}</ButtonLink>
    </Notice>
  )
}
