import { useEffect, useRef, useState, type FormEvent } from 'react'
import { type SessionEnd } from '~/session/session.server'
import { useLocation } from '@remix-run/react'
import { postQuietly } from '~/framework/ask-own-server'
import { useRefresh } from '~/framework/refresh'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { type SessionStage, followSession } from '~/session/session-stage'
import { Button, ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'
import * as styles from './session-end.css'

function useSessionStage(loaded: SessionEnd): [SessionStage, SessionEnd] {
  const [stage, setStage] = useState<SessionStage>('live')
  const [end, setEnd] = useState(loaded)
  useEffect(
    () =>
      followSession('cabinet', loaded, (stageNow, endNow) => {
        setStage(stageNow)
        setEnd(endNow)
      }),
    [loaded],
  )
  return [stage, end]
}

interface WarningProps {
  end: SessionEnd
  formToken: string
}

/** Appears before the end, with a button to continue; the typed values on the page stay. */
export function SessionWarning({ end: loaded, formToken }: WarningProps) {
  const [stage, end] = useSessionStage(loaded)
  /** Where the focus was before it came to the warning's one button, and goes when that is taken away. */
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (stage === 'live' && document.activeElement === document.body) before.current?.focus()
  }, [stage])
  if (stage === 'live') return null
  return (
    <div
      className={styles.warning}
      role="alert"
      onFocus={({ relatedTarget }) => {
        before.current = relatedTarget as HTMLElement | null // what had the focus here is one
      }}
    >
      {stage === 'ending' ? <Ending end={end} formToken={formToken} /> : <Over />}
    </div>
  )
}

function Ending({ end, formToken }: WarningProps) {
  const { t, time } = useI18n()
  const refresh = useRefresh()
  async function stay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    await postQuietly(event.currentTarget)
    refresh()
  }
  return (
    <Alert meaning="warning" title={t('cabinet:layout.session.ending', { time: time(end.at) })}>
      {end.isFinal ? (
        t('cabinet:layout.session.final')
      ) : (
        <>
          <p>{t('cabinet:layout.session.stayText')}</p>
          <form method="post" action={paths.session()} onSubmit={(event) => void stay(event)}>
            <input type="hidden" name="formToken" value={formToken} />
            <Button type="submit">{t('cabinet:layout.session.stay')}</Button>
          </form>
        </>
      )}
    </Alert>
  )
}

function Over() {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  return (
    <Alert meaning="warning" title={t('cabinet:layout.session.over')}>
      <p>{t('cabinet:layout.session.overText')}</p>
      <ButtonLink href={pathname + search}>{t('common:action.signIn')}</ButtonLink>
    </Alert>
  )
}
