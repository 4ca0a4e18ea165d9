import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The environment variable with the path of the run's socket for test files (`run.setup.ts`). */
export const socketVariable = 'TEST_RUN_SOCKET'

/** Requests something that the run's files share, and waits until it exists. */
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
