import { useNavigate } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { type LastResult } from '~/forms/parse.server'
import { useRefresh } from '~/framework/refresh'
import { paths } from '~/paths'

/** How far the form has come, in bytes; `total` counts its texts too. */
export interface SendingProgress {
  sent: number
  total: number
}

/** The form did not get through, its reader stopped it, or all of it was sent and no answer came: it may have arrived. */
export type SendingProblem = 'failed' | 'cancelled' | 'unanswered'

/** What the route behind `paths.handInDocuments` answers. */
interface HandInAnswer {
  lastResult: LastResult | null
}

/**
 * Sends the form by a request that tells how far it has come, which a form of the browser's and `fetch` do not. Chosen
 * files stay chosen whatever the answer is. An answer that is none of ours, as after the end of a session, is a page to
 * be gone to.
 */
export function useHandIn() {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const request = useRef<XMLHttpRequest | null>(null)
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const [problem, setProblem] = useState<SendingProblem | null>(null)
  const [answer, setAnswer] = useState<LastResult | null>(null)
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
      // By something in between, which may have lost the answer to what was taken.
      end(status >= 500 ? 'unanswered' : 'failed')
    }
  }

  function send(form: HTMLFormElement) {
    const xhr = new XMLHttpRequest()
    request.current = xhr
    setProblem(null)
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
