import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The environment variable by which test files find the socket of their run (`run.setup.ts`). */
export const socketVariable = 'TEST_RUN_SOCKET'

/** Asks the run for something that its files share, and waits until it is there. */
export async function askRun(socketPath: string, thing: string): Promise<unknown> {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    request({ socketPath, path: `/${thing}` }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
      .once('error', reject)
      .end()
  })
  if (answer.status !== 200) throw new Error(`The run could not get ready (${thing}): ${answer.body}`)
  return JSON.parse(answer.body)
}
