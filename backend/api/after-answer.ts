/**
 * Work that runs after the answer, because its duration would reveal what the answer does not: whether an account
 * exists. Invariants: a failure only goes to the log; a shutdown waits for it.
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
