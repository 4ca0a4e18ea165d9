/**
 * A minimal backend process: it answers with its pid, on an embedded PostgreSQL if DATA_DIR is set. The
 * program of `app/server/lifecycle/backend-process.server.test.ts`; `FAILS` and `HANGS` make it misbehave.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { startEmbeddedPostgres } from '../../backend/db/embedded'
import { runAsProcess } from '../../backend/process'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const { BACKEND_PORT = '0', DATA_DIR, FAILS, HANGS } = process.env

runAsProcess(
  async () => {
    if (FAILS) throw new Error(FAILS)
    const postgres = DATA_DIR ? await startEmbeddedPostgres({ dataDir: DATA_DIR, log: quiet }) : undefined
    const server = createServer((_request, response) => response.end(String(process.pid)))
    server.listen(Number(BACKEND_PORT), '127.0.0.1')
    await once(server, 'listening')
    const stop = async () => {
      if (HANGS) await new Promise(() => {})
      server.close()
      await postgres?.stop()
    }
    // A listening TCP server has an address with a port.
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
  },
  { log: quiet },
)
