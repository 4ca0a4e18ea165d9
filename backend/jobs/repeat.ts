/** Something that runs from time to time, one run after the other. */
export interface Repeated {
  /** No further run starts; resolves when the present one has ended. */
  stop(): Promise<void>
}

export interface RepeatOptions {
  /** The name of the work in the log. */
  what: string
  /** Between the end of one run and the start of the next. */
  intervalMs: number
  log: { error(details: object, message: string): void }
}

/** Starts with a run at once. A failed run is logged, and the next one continues its work. */
export function repeat(run: () => Promise<void>, { what, intervalMs, log }: RepeatOptions): Repeated {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  async function runAndRepeat(): Promise<void> {
    try {
      await run()
    } catch (error) {
      log.error({ err: error }, `${what} failed and will be tried again`)
    }
    if (!stopped) timer = setTimeout(next, intervalMs).unref()
  }
  const next = () => void (running = runAndRepeat())
  let running = runAndRepeat()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
