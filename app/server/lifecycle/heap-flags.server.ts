import { totalmem } from 'node:os'

const mib = 1024 * 1024

/**
 * How large the young generation of the app's heap may become, by the memory that there is. V8 chooses 16 MiB on any
 * machine: where there is room, pages take a fifth less of the processor with more of it, since what a page makes is
 * garbage before it has to be copied; where there is little, less keeps the process small. The old generation V8 fits to
 * the memory by itself. The figures are in docs/decisions/performance.md.
 * @param own flags of this process, such as those of `node --max-semi-space-size=8 build/start.js`: they are passed on, and
 * a size among them stays
 * @param memory bytes that the process may use; by default those of its cgroup or of the machine
 * @param inherited the value of NODE_OPTIONS, which the new process reads by itself: a size there stays too
 */
export function heapFlags(
  own: string[] = process.execArgv,
  memory = memoryLimit(),
  inherited = process.env['NODE_OPTIONS'] ?? '',
): string[] {
  if ([...own, inherited].some((flags) => /--max[-_]semi[-_]space[-_]size\b/.test(flags))) return own
  const size = memory >= 1024 * mib ? 64 : memory < 512 * mib ? 4 : 16
  return [`--max-semi-space-size=${size}`, ...own]
}

/** Node reports no limit of a cgroup as 0 or as more than any machine has. */
const memoryLimit = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem())
