import { askRun, socketVariable } from './ask-run'

/** Waits until `build` and `public/build` are those of the present sources; the run builds them at most once. */
export async function built(): Promise<void> {
  const socketPath = process.env[socketVariable]
  if (socketPath) await askRun(socketPath, 'build')
}
