import { useEffect, useState, type FormEvent } from 'react'
import { type SessionEnd } from '~/session/session.server'
import { useLocation } from '@remix-run/react'
import { postQuietly } from '~/framework/ask-own-server'
import { useRefresh } from '~/framework/refresh'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'
import * as styles from './session-end.css'

/** `ending`: there is little time left, and still enough to act. */
type SessionStage = 'live' | 'ending' | 'over'

const warnBeforeMs = 5 * 60_000
const updateIntervalMs = 5_000

export function stageOf(leftMs: number): SessionStage {
  if (leftMs <= 0) return 'over'
  return leftMs <= warnBeforeMs ? 'ending' : 'live'
}

/** Checked every few seconds rather than by one timer: a sleeping device runs no timers. */
function useSessionStage(end: SessionEnd | null): SessionStage {
  const [stage, setStage] = useState<SessionStage>('live')
  useEffect(() => {
    if (!end) return
    const endsAt = Date.now() + end.inMs
    const update = () => setStage(stageOf(endsAt - Date.now()))
    update()
    const timer = setInterval(update, updateIntervalMs)
    return () => clearInterval(timer)
  }, [end])
  return stage
}

/** When the session ends, on every page: readers without scripts have no other warning. */
export function SessionEndLine({ end }: { end: SessionEnd }) {
  const { t, time } = useI18n()
  return t(end.isFinal ? 'cabinet:layout.session.endsFinally' : 'cabinet:layout.session.ends', {
    time: time(end.at),
  })
}

interface WarningProps {
  end: SessionEnd
  formToken: string
}

/** Appears before the end, with a button to continue; the typed values on the page stay. */
export function SessionWarning({ end, formToken }: WarningProps) {
  const stage = useSessionStage(end)
  if (stage === 'live') return null
  return (
    <div className={styles.warning} role="alert">
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
