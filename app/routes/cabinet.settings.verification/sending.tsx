import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type LastResult } from '~/forms/parse.server'
import { useRefresh } from '~/framework/refresh'
import { paths } from '~/paths'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { Progress } from '~/ui/progress/progress'

/** How far the form has come, in bytes; `total` counts its texts too. */
interface SendingProgress {
  sent: number
  total: number
}

/** The form did not get through, its reader stopped it, or all of it was sent and no answer came: it may have arrived. */
type SendingProblem = 'failed' | 'cancelled' | 'unanswered'

/** The answer of the route `paths.handInDocuments`. */
interface HandInAnswer {
  lastResult: LastResult | null
}

/**
 * Sends the form by an XMLHttpRequest, which reports upload progress; a browser's submit and `fetch` do not. Chosen
 * files stay chosen, whether it succeeds or not. An unexpected answer, such as after the end of a session, is opened as
 * a page.
 * @param lastResult of a form that was sent without this script
 */
export function useHandIn(lastResult: LastResult | null) {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const request = useRef<XMLHttpRequest | null>(null)
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const [problem, setProblem] = useState<SendingProblem | null>(null)
  const [answer, setAnswer] = useState(lastResult)
  useEffect(() => () => request.current?.abort(), [])

  function end(problem: SendingProblem | null) {
    request.current = null
    setProgress(null)
    setProblem(problem)
  }

  function take({ response, responseURL, status }: XMLHttpRequest) {
    const answered = response as HandInAnswer | null
    if (answered?.lastResult) {
      end(null)
      setAnswer(answered.lastResult)
      // What another tab has handed in meanwhile is a state of the page, not a fault of this form.
      refresh()
    } else if (answered) {
      navigate(paths.settings('verification'))
    } else if (new URL(responseURL).pathname !== paths.handInDocuments()) {
      location.assign(responseURL)
    } else {
      // From a proxy in between, which may have lost the answer to a successful post.
      end(status >= 500 ? 'unanswered' : 'failed')
    }
  }

  function send(form: HTMLFormElement) {
    const xhr = new XMLHttpRequest()
    request.current = xhr
    setProblem(null)
    // What was wrong before is corrected, or the answer says so again.
    setAnswer(withoutErrors)
    setProgress({ sent: 0, total: 1 })
    let isSent = false
    xhr.upload.onprogress = ({ loaded, total }) => setProgress({ sent: loaded, total })
    xhr.upload.onload = () => (isSent = true)
    xhr.onload = () => take(xhr)
    xhr.onerror = () => end(isSent ? 'unanswered' : 'failed')
    xhr.onabort = () => end('cancelled')
    xhr.open('POST', paths.handInDocuments())
    xhr.responseType = 'json'
    xhr.send(new FormData(form))
  }

  return { send, progress, problem, answer, cancel: () => request.current?.abort() }
}

/** The typed values of an answer. The form takes its errors back for another answer only, not for none. */
const withoutErrors = (answer: LastResult | null): LastResult | null =>
  answer && { ...answer, status: undefined, error: {} }

interface SendingProps {
  progress: SendingProgress | null
  problem: SendingProblem | null
  cancel: () => void
}

const meanings: Record<SendingProblem, Meaning> = {
  failed: 'danger',
  cancelled: 'info',
  unanswered: 'warning',
}

/** The upload's progress, where scripts run, and a button to stop it until all files are sent. */
export function Sending({ progress, problem, cancel }: SendingProps) {
  const { t, percent } = useI18n()
  if (problem) {
    return (
      <Alert
        meaning={meanings[problem]}
        role="alert"
        title={t(problem === 'failed' ? 'errors:fallback.verification' : `settings:verification.${problem}`)}
      >
        <p>{t(`settings:verification.${problem}Text`)}</p>
        {problem === 'unanswered' && (
          <Link href={paths.settings('verification')}>{t('settings:verification.toStatus')}</Link>
        )}
      </Alert>
    )
  }
  if (!progress) return null
  const hundredths = Math.floor((100 * progress.sent) / progress.total)
  const isSent = progress.sent >= progress.total
  return (
    <Stack gap={3}>
      <Progress
        value={hundredths}
        max={100}
        label={t(isSent ? 'settings:verification.taken' : 'settings:verification.sending')}
        rest={percent(String(hundredths))}
      />
      {!isSent && (
        <div>
          <Button variant="quiet" onClick={cancel}>
            {t('settings:verification.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
