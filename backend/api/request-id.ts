import { randomUUID } from 'node:crypto'
import { type IncomingMessage } from 'node:http'

/** The id that the app sent, so that one request is found in both logs; a strange one is replaced. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : randomUUID()
}
