import { paths } from '~/paths'

/**
 * What a page asks of the app beside its navigations: small things that no page waits for. An answer that fails or
 * does not come within 5 s is done without.
 */
const timeoutMs = 5_000

/** Posts a form as the browser would, and stays on the page; a reader who leaves it at once takes nothing back. */
export async function postQuietly(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
  const signal = AbortSignal.timeout(timeoutMs)
  // A failure changes nothing that the reader sees: the next page tells what the server knows.
  await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true, signal }).catch(
    () => undefined,
  )
}

/**
 * Whether the app is there, or with `paths.readiness()` its upstream too. A page that asks before it reads itself again
 * stands while they are away.
 */
export async function answersHere(path = paths.health()): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(path, { signal, cache: 'no-store' })
    // An answer whose body is not read keeps its connection until the signal ends it.
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
