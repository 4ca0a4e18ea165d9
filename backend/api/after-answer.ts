/**
 * Work that an answer must not wait for, because its length would tell what the answer does not: whether somebody has
 * an account. Invariants: it fails into the log and nowhere else, and a stop waits for it.
 */
export interface AfterAnswer {
  /** Begins the work and returns at once. */
  run(what: string, work: () => Promise<void>): void
  /** Resolves when everything that was begun has ended. */
  done(): Promise<void>
}

export function createAfterAnswer(log: { error(details: object, message: string): void }): AfterAnswer {
  const running = new Set<Promise<void>>()
  return {
    run(what, work) {
      const one: Promise<void> = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `${what}: failed after the answer`))
        .finally(() => running.delete(one))
      running.add(one)
    },
    async done() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
