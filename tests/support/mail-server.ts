import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** With its headers. */
  raw: string
  encrypted: boolean
}

/** A mail server of this machine, with one user; it keeps what it takes. */
export async function startMailServer({
  user = 'tideline',
  password = 'seven-Boats-7',
  ...options
}: { user?: string; password?: string } & SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    // Without a certificate of its own it signs with one that nobody trusts.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password: given }, _session, callback) =>
      username === user && given === password
        ? callback(null, { user })
        : callback(new Error('Invalid username or password')),
    onData(stream, { envelope, secure }, callback) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, encrypted: secure })
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => undefined) // of a client that goes away
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo // it listens on TCP
  return {
    mails,
    port,
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
