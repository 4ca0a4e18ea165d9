import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Middleware } from '~/session/request-info.server'

/** Answers a request whose middleware failed. */
type Refuse = (error: unknown, req: IncomingMessage, res: ServerResponse) => void

/** Runs the middleware in order and then the application. An error in one middleware does not affect other requests. */
export function createHttpServer(
  steps: readonly Middleware[],
  application: RequestListener,
  refuse: Refuse = (_error, _req, res) => void res.destroy(),
): Server {
  const server = createServer((req, res) => {
    const run = (place: number): void => {
      const step = steps[place]
      if (!step) return void application(req, res)
      step(req, res, (error) => (error ? refuse(error, req, res) : run(place + 1)))
    }
    try {
      run(0)
    } catch (error) {
      refuse(error, req, res)
    }
  })
  // Slow heads and bodies are cut off; answers have no time limit.
  server.headersTimeout = 20_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
  return server
}

/**
 * Listens and resolves with the port, which the system chooses for port 0.
 * @throws when the port is taken or may not be used, with the system's code
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // listening on TCP
}
