/**
 * A supervised program as a real process. The two use Node's IPC channel: the app sends `{ ready: true }` once, when it
 * is ready, and ends when the channel closes, for whatever reason its supervisor ended.
 */
import { spawn } from 'node:child_process'
import { heapFlags } from './heap-flags.server'
import { type Ending, type SupervisedProgram } from './supervisor.server'

/** @param entry the program's file, run by this Node with this environment; its output goes where ours goes */
export function launchProcess(entry: string): SupervisedProgram {
  const child = spawn(process.execPath, [...heapFlags(), entry], {
    // A separate process group: a terminal's Ctrl-C reaches only the supervisor, which passes it on once.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { ready?: boolean }) => {
      if (message.ready) resolve()
    })
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? { signal } : { code: code ?? 1 }))
    // Node itself could not be started, for want of memory or of processes: worth another try.
    child.once('error', () => resolve({ code: -1 }))
  })
  return { pid: child.pid, ready, ended, kill: (signal) => void child.kill(signal) }
}

/**
 * The program's side: ends it at once with its supervisor, as if killed with it. Call it before anything else is
 * started; without a supervisor it does nothing.
 */
export function endWithSupervisor(log: { fatal: (message: string) => void }): void {
  if (!process.send) return
  const onGone = () => {
    log.fatal('the supervisor is gone; the app ends with it')
    process.exit(1)
  }
  process.once('disconnect', onGone)
  if (!process.connected) onGone() // it went before we listened
}

/** Reports that the program is ready. From now on its end counts as a crash, with any exit code. */
export function reportReady(): void {
  if (process.send && process.connected) process.send({ ready: true }, () => {}) // `disconnect` reports a failure
}
