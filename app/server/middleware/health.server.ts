import { paths } from '~/paths'
import { plain } from './plain.server'
import { type Middleware } from '~/session/request-info.server'

export interface HealthOptions {
  /** Whether the process is shutting down. */
  isDraining: () => boolean
  /** Resolves when the upstream answers, rejects when it does not. */
  askUpstream: (signal: AbortSignal) => Promise<unknown>
  /** How long an answer of the upstream is reused, so that probes cause no load. */
  ttlMs?: number
  now?: () => number
}

const limitMs = 3_000

/**
 * `/healthz`: the process runs. `/readyz`: it should receive visitors, since its upstream answers and it is not
 * shutting down. Both come before every check, since probes use the bare address.
 */
export function answerHealth({
  isDraining,
  askUpstream,
  ttlMs = 1_000,
  now = () => performance.now(),
}: HealthOptions): Middleware {
  let lastProbe: { atMs: number; answer: Promise<boolean> } | null = null

  const upstreamAnswers = () => {
    if (!lastProbe || now() - lastProbe.atMs > ttlMs) {
      const answer = askUpstream(AbortSignal.timeout(limitMs)).then(
        () => true,
        () => false,
      )
      lastProbe = { atMs: now(), answer }
    }
    return lastProbe.answer
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
