import { request } from 'undici'

/** A response as it is on the wire, compressed; its body in base64, to go over IPC. */
export interface Recorded {
  headers: Record<string, string>
  body: string
}

/** Requests as a browser does by default. undici's own call does not decompress the response as `fetch` would. */
export async function record(url: string, encodings = 'gzip, deflate, br'): Promise<Recorded> {
  const { headers, body } = await request(url, { headers: { 'accept-encoding': encodings } })
  const own = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    own.includes(name) || value === undefined ? [] : [[name, String(value)] as const],
  )
  return { headers: Object.fromEntries(sent), body: Buffer.from(await body.arrayBuffer()).toString('base64') }
}
