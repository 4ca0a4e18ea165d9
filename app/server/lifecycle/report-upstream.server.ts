import { extensionsSeen } from '~/upstream/settings.server'
import { type UpstreamPool } from '~/upstream/types'

export interface ReportOptions {
  upstream: UpstreamPool
  /** Whether something at the place of its socket becomes one. */
  hasSocket: () => Promise<boolean>
  log: Record<'info' | 'warn', (fields: object, message: string) => void>
  /** The first and the longest wait before a retry. */
  retryMs?: { first: number; max: number }
}

const limitMs = 10_000

/**
 * Logs in one line which optional parts the upstream has, as soon as it answers, so that the operator of a new
 * upstream sees what will be hidden. The line contains no address and no value of it.
 */
export function reportUpstream({
  upstream,
  hasSocket,
  log,
  retryMs = { first: 1_000, max: 60_000 },
}: ReportOptions): void {
  async function report(waitMs: number): Promise<void> {
    try {
      await upstream.reach(AbortSignal.timeout(limitMs))
    } catch {
      if (waitMs === retryMs.first) log.warn({}, 'the upstream does not answer yet')
      setTimeout(() => void report(Math.min(waitMs * 2, retryMs.max)), waitMs).unref()
      return
    }
    const signal = AbortSignal.timeout(limitMs)
    const [extensions, socket] = await Promise.all([extensionsSeen(upstream, signal), hasSocket()])
    log.info(
      { extensions, socket },
      `the upstream has ${listed(extensions)} and ${socket ? 'a' : 'no'} socket`,
    )
  }
  void report(retryMs.first)
}

function listed(extensions: readonly string[] | null): string {
  if (extensions === null) return 'unknown extensions'
  return extensions.length > 0 ? `the extensions ${extensions.join(', ')}` : 'no extensions'
}
