import { paths } from '~/paths'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type UpstreamPool } from '~/upstream/types'
import { plain } from '../plain.server'
import { type Middleware } from '~/session/request-info.server'

export interface HealthOptions {
  /** Whether the process has been told to end. */
  isDraining: () => boolean
  /** Resolves when the upstream answers, rejects when it does not in time. */
  askUpstream: () => Promise<unknown>
  /** How long one answer of the upstream is taken as good, so that probes are no load. */
  ttlMs?: number
  now?: () => number
}

/**
 * `/healthz` says that the process runs; `/readyz` that it should be sent visitors: its upstream answers and it
 * is not about to end. Both come before every check, since probes ask by address.
 */
export function answerHealth({
  isDraining,
  askUpstream,
  ttlMs = 1_000,
  now = () => performance.now(),
}: HealthOptions): Middleware {
  let request: { atMs: number; answer: Promise<boolean> } | null = null

  const upstreamAnswers = () => {
    if (!request || now() - request.atMs > ttlMs) {
      const answer = askUpstream().then(
        () => true,
        () => false,
      )
      request = { atMs: now(), answer }
    }
    return request.answer
  }

  return (req, res, next) => {
    const path = req.url?.split('?', 1)[0]
    if (path === paths.health()) return plain(res, 200, 'ok')
    if (path !== paths.readiness()) return next()
    if (isDraining()) return plain(res, 503, 'draining')
    void upstreamAnswers().then((answers) =>
      answers ? plain(res, 200, 'ready') : plain(res, 503, 'the upstream does not answer'),
    )
  }
}

const probeLimitMs = 3_000

/** Asks the upstream for what every upstream has. A refusal is an answer too: somebody is there. */
export async function probe(upstream: UpstreamPool): Promise<void> {
  const caller = { token: null, language: 'en', requestId: 'readiness', address: null } as const
  const signal = AbortSignal.timeout(probeLimitMs)
  await upstream
    .for(caller)
    .settings.get({ key: 'extensions' }, { signal })
    .catch((error: unknown) => {
      const isThere =
        error instanceof UpstreamFailure && ['not_found', 'refused', 'rate_limited'].includes(error.kind)
      if (!isThere) throw error
    })
}
