import { paths } from '~/paths'

/**
 * Requests from a page to the app outside navigation: small ones that no page waits for. A failure, or no answer
 * within 5 s, is ignored.
 */
const timeoutMs = 5_000

/** Posts a form without files as the browser would, and stays on the page; it completes even if the reader leaves at once. */
export async function postQuietly(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>) // of texts alone
  const signal = signalFor(timeoutMs)
  // A failure changes nothing visible: the next page shows the server's state.
  await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true, signal }).catch(
    () => undefined,
  )
}

/**
 * Whether the app answers, or with `paths.readiness()` its upstream too. A page that checks this before it reloads
 * stays visible during an outage.
 */
export async function isAppReachable(path = paths.health()): Promise<boolean> {
  const signal = signalFor(timeoutMs)
  try {
    const answer = await fetch(path, { signal, cache: 'no-store' })
    // An answer whose body is not read keeps its connection until the signal ends it.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** Aborts after that time, also in a browser without `AbortSignal.timeout` (before 2022). */
function signalFor(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
