import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { built, copyFirstData } from './built'
import {
  type Program,
  appEntry,
  backendEntry,
  freePort,
  runProgram,
  startEntry,
  until,
  untilReady,
} from './program'
import { type Relay } from './relay'

/**
 * The deployed product: the built app and the built backend as real processes on free ports, with a data
 * folder of their own. Each part can be killed and restarted on the same data.
 */
export interface Stack {
  /** The app's URL for a browser. */
  readonly url: string
  /** The backend's own URL, without any proxy. */
  readonly backendUrl: string
  readonly dataDir: string
  /** All output of the programs so far, including killed ones, in the order of arrival. */
  log(): string
  /** SIGKILL. */
  kill(part: 'app' | 'backend' | 'postgres'): Promise<void>
  /** Restarts a killed part on the same data, port and secrets, and waits until it is ready. */
  start(part: 'app' | 'backend'): Promise<void>
  /** Starts one more instance of the app on the same backend, secrets and environment. @returns its URL */
  startInstance(): Promise<string>
  /** Ends everything that was started and removes a data folder that was created here. */
  stop(): Promise<void>
}

export interface StackOptions {
  /** The demonstration's accounts, clock and payments; on by default. */
  demo?: boolean
  /** In addition to our own variables, for both programs. */
  env?: Record<string, string>
  /** An existing data folder, which is kept. */
  dataDir?: string
  /** Started between the app and the backend: given the backend's URL, it returns its own. */
  between?: (backendUrl: string) => Promise<Relay>
  /** Started between the browser and the app; its URL is then the product's. */
  front?: (appUrl: string) => Promise<Relay>
}

/** A secret that only tests use: 64 hexadecimal digits. */
export const testSecret = '4f1c9a6de2b87035' + 'c4d1ee907a52b638' + '0b7f35d9e16a28c4' + '93d05ae7c81b4f62'

export async function startStack({
  demo = true,
  env = {},
  dataDir: given,
  between,
  front,
}: StackOptions = {}): Promise<Stack> {
  await built()
  const dataDir = given ?? (await makeDataDir())
  if (!given && demo && !env['DATABASE_URL']) await copyFirstData(dataDir)
  const [appPort, backendPort] = [await freePort(), await freePort()]
  const appUrl = `http://localhost:${appPort}`
  const backendUrl = `http://127.0.0.1:${backendPort}`
  const common = {
    DATA_DIR: dataDir,
    DEMO: demo ? '1' : '0',
    RATE_LIMIT_FACTOR: '1000',
    ...env,
  }

  const programs: Program[] = []
  const written: string[] = []
  const relays: Relay[] = []
  let [url, upstreamUrl] = [appUrl, backendUrl]

  async function launch(
    entry: string,
    ownEnv: Record<string, string>,
    readyAddress: string,
  ): Promise<Program> {
    const program = runProgram(
      entry,
      { ...common, ...ownEnv },
      {
        tied: entry === backendEntry,
        onOutput: (text) => written.push(text),
      },
    )
    programs.push(program)
    await untilReady(program, readyAddress)
    return program
  }
  const startBackend = () =>
    launch(
      backendEntry,
      { BACKEND_PORT: String(backendPort), PUBLIC_URL: url },
      `${backendUrl}/api/settings/extensions`,
    )
  const startApp = (port = appPort, publicUrl = url) =>
    launch(
      appEntry,
      { PORT: String(port), PUBLIC_URL: publicUrl, UPSTREAM_URL: upstreamUrl, SESSION_SECRETS: testSecret },
      `http://localhost:${port}/readyz`,
    )
  async function behind(relay: NonNullable<typeof between>, target: string): Promise<string> {
    const started = await relay(target)
    relays.push(started)
    return started.url
  }
  async function stop(): Promise<void> {
    for (const program of [...programs].reverse()) await program.stop()
    for (const relay of relays.splice(0)) await relay.close()
    await endPostgres(dataDir)
    if (!given) await rm(dataDir, { recursive: true, force: true })
  }

  try {
    if (front) url = await behind(front, appUrl)
    let backend = await startBackend()
    if (between) upstreamUrl = await behind(between, backendUrl)
    let app = await startApp()
    return {
      url,
      backendUrl,
      dataDir,
      log: () => written.join(''),
      async kill(part) {
        if (part === 'app') await app.kill()
        else if (part === 'backend') await backend.kill()
        else await killPostgres(dataDir)
      },
      async start(part) {
        if (part === 'app') app = await startApp()
        else backend = await startBackend()
      },
      async startInstance() {
        const port = await freePort()
        const own = `http://localhost:${port}`
        const instanceUrl = front ? await behind(front, own) : own
        await startApp(port, instanceUrl)
        return instanceUrl
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The product as `npm start` runs it: a supervisor, which starts the app, which starts the backend and the
 * database.
 */
export interface Product {
  url: string
  backendUrl: string
  dataDir: string
  /** The supervisor. */
  program: Program
  /** The current process ids of the app and of its backend, which change after a crash. */
  pids(): Promise<{ app: number; backend: number }>
  /** Stops it and all processes that it has left behind; the data folder is kept. */
  stop(): Promise<void>
}

export async function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  await built()
  const [port, backendPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const ports = { PORT: String(port), BACKEND_PORT: String(backendPort) }
  const program = runProgram(startEntry, { DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', ...ports, ...env })
  const stop = async () => {
    await program.stop()
    await endPostgres(dataDir)
  }
  await untilReady(program, `${url}/readyz`).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const pids = async () => {
    const app = await childOf(program.pid)
    return { app, backend: await childOf(app) }
  }
  return { url, backendUrl: `http://127.0.0.1:${backendPort}`, dataDir, program, pids, stop }
}

/** The only running child of a process. */
async function childOf(pid: number): Promise<number> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const [child] = list.trim().split(/\s+/)
  if (!child) throw new Error(`process ${pid} has no child`)
  return Number(child)
}

/** A data folder that the database's own user may enter, whatever the umask. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-stack-'))
  await chmod(dataDir, 0o755)
  return dataDir
}

/** The embedded server's process id, if it has written one. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(file.split('\n')[0])
  return Number.isInteger(pid) && pid > 0 ? pid : null
}

export async function killPostgres(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir)
  if (!pid) throw new Error('no embedded PostgreSQL runs here')
  process.kill(pid, 'SIGKILL')
  await until('PostgreSQL is gone', () => !isAlive(pid))
}

/** An embedded server outlives a killed backend, but nothing that a test started may outlive the test. */
async function endPostgres(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir)
  if (!pid || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  await until('PostgreSQL is gone', () => !isAlive(pid))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
