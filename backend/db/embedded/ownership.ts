/**
 * One owner per data folder. Two servers on one folder destroy it, and PostgreSQL's own lock does not see across
 * containers that share a volume. So a lock is held on `<folder>.lock` by a small child that lives exactly as
 * long as the pipe from this process: when we end, `kill -9` included, the kernel closes the pipe, the child ends
 * and the lock is free. Invariants: nothing below touches the folder before the lock is ours.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Log } from './log'

const taken = 75
const betweenTriesMs = 400

/** How long a folder that is in use is waited for. */
const waitMs = {
  /** An instance that is being replaced ends by then. */
  usualMs: 2_000,
  /** One whose app was killed is stopping, which it is given 40 s for (`runAsProcess`). */
  orphanMs: 45_000,
}

/** The folder belongs to a running instance. */
export class DataFolderInUse extends Error {
  constructor(dir: string) {
    super(`The data folder is in use by another running instance: ${dir}`)
    this.name = 'DataFolderInUse'
  }
}

export type Ownership = { release(): Promise<void> }

/**
 * Takes the folder, or throws DataFolderInUse: after about two seconds, or longer where its owner is only left to end.
 * `onLost` is called once if the lock is lost later and can't be taken again.
 */
export async function takeOwnership(
  dir: string,
  log: Log,
  onLost: () => void,
  { usualMs, orphanMs } = waitMs,
): Promise<Ownership> {
  const lockFile = `${dir}.lock`
  await keepToOurselves(lockFile)
  let released = false
  let holder = await take()

  async function take(): Promise<ChildProcess> {
    for (let waitedMs = 0; ; waitedMs += betweenTriesMs) {
      const child = await tryLock(lockFile)
      if (child) {
        child.once('exit', () => void takeAgain())
        await writeFile(lockFile, `${instancePid}`)
        return child
      }
      const isOrphan = await isOrphaned(lockFile)
      if (isOrphan && waitedMs === 0) log.info({ lockFile }, 'an earlier run is still ending; waiting for it')
      if (waitedMs >= (isOrphan ? orphanMs : usualMs)) throw new DataFolderInUse(dir)
      await delay(betweenTriesMs)
    }
  }

  async function takeAgain(): Promise<void> {
    if (released) return
    log.warn({ lockFile }, 'the holder of the data folder lock ended; taking it again')
    try {
      holder = await take()
      if (released) holder.stdin?.end()
      else log.info({ lockFile }, 'the data folder lock is held again')
    } catch (error) {
      log.error({ err: error }, 'the data folder lock is lost')
      if (!released) onLost()
    }
  }

  return {
    async release() {
      released = true
      if (holder.exitCode !== null || holder.signalCode !== null) return
      const exited = once(holder, 'exit')
      holder.stdin?.end()
      await exited
    },
  }
}

/**
 * Creates the lock file before flock(1) does, which would leave it open to everyone whom the umask allows. A user who
 * can open it can hold the lock and prevent the product from starting.
 */
async function keepToOurselves(lockFile: string): Promise<void> {
  const file = await open(lockFile, 'a', 0o600).catch((error: unknown) => {
    throw new Error(`The data folder can't be locked by ${lockFile}; is DATA_DIR writable?`, { cause: error })
  })
  await file.chmod(0o600) // an earlier release left it open
  await file.close()
}

/** The process that the instance ends with: the app, if it started this backend. */
const instancePid = process.send ? process.ppid : process.pid

/** Whether the owner's instance is gone, by the process that it wrote into the lock. */
async function isOrphaned(lockFile: string): Promise<boolean> {
  const pid = Number(await readFile(lockFile, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The child that holds the lock, or undefined when another instance has it. */
async function tryLock(lockFile: string): Promise<ChildProcess | undefined> {
  try {
    const hold = 'echo ok; exec cat >/dev/null'
    return await lockBy(lockFile, 'flock', ['-n', '-E', String(taken), lockFile, 'sh', '-c', hold])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // macOS has no flock(1), but a perl that takes the same lock.
    const open = 'use Fcntl ":flock"; open my $f, ">>", $ARGV[0] or die "$!\\n";'
    const hold = `flock $f, LOCK_EX | LOCK_NB or exit ${taken}; $| = 1; print "ok\\n"; 1 while <STDIN>;`
    return await lockBy(lockFile, 'perl', ['-e', `${open} ${hold}`, lockFile])
  }
}

async function lockBy(lockFile: string, command: string, args: string[]): Promise<ChildProcess | undefined> {
  // Detached: a terminal's Ctrl-C must not free the folder while the server still runs.
  const child = spawn(command, args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {}) // the pipe of a child that has just ended
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const outcome = await Promise.race([
    once(child.stdout, 'data').then(() => 'locked' as const),
    once(child, 'close').then(([code]) => code as number | null),
  ])
  if (outcome === 'locked') return child
  if (outcome === taken) return undefined
  throw new Error(`The data folder can't be locked by ${lockFile}; is DATA_DIR writable? ${words.trim()}`)
}
