/** Slots for work that occupies the processor, and a bounded queue for them. */
export interface RenderQueue {
  /** Whether no more can wait. */
  isFull(): boolean
  /** Runs the work when a place is free, and lets everything else that waits for the processor go first. */
  run<Made>(work: () => Promise<Made>): Promise<Made>
}

export function createRenderQueue({ places = 2, maxWaiting = 64 } = {}): RenderQueue {
  const waiting: (() => void)[] = []
  let free = places
  return {
    isFull: () => waiting.length >= maxWaiting,
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) setImmediate(next)
        else free += 1
      }
    },
  }
}
