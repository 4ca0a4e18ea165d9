import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type RequestListener, createServer } from 'node:http'
import { type AddressInfo, type Server, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../tests/support/mail-server'
import { temporaryFolder } from '../../tests/support/postgres'
import { readEnv } from '../env'
import { transportOf } from './transport-of'
import { type Message, RecipientRefused, fileTransport } from './transport'
import { mailTransport } from './mail-transport'
import { smsTransport } from './sms-transport'
import { wordsOf } from './texts'

const message: Message = {
  channel: 'sms',
  recipient: '+37061234567',
  kind: 'password_code',
  values: { code: '12345678' },
  language: 'en',
}
const mail: Message = { ...message, channel: 'email', recipient: 'kai@example.org', language: 'ru' }

const opened: Server[] = []
async function listen<S extends Server>(server: S): Promise<string> {
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

describe('an SMS', () => {
  const gateway = (answer: RequestListener) => listen(createServer(answer))
  async function record(request: IncomingMessage) {
    const { method, url, headers } = request
    return {
      method,
      url,
      authorization: headers.authorization,
      body: JSON.parse(await text(request)) as object,
    }
  }

  test.each([
    ['in the address', (host: string) => ({ url: `http://s3cret@${host}/send?from=T`, token: null })],
    ['beside it', (host: string) => ({ url: `http://${host}/send?from=T`, token: 's3cret' })],
  ])('is sent to the gateway with the bearer %s', async (_where, options) => {
    let got: object | undefined
    const host = await gateway((request, response) => {
      void record(request).then((one) => {
        got = one
        response.writeHead(202).end()
      })
    })
    await smsTransport(options(host)).deliver(message)
    expect(got).toEqual({
      method: 'POST',
      url: '/send?from=T',
      authorization: 'Bearer s3cret',
      body: { to: '+37061234567', text: wordsOf(message).text },
    })
  })

  test.each([500, 401, 302, 307])('is not sent when the gateway answers %i', async (status) => {
    let requestCount = 0
    const host = await gateway((_request, response) => {
      requestCount += 1
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    const sending = smsTransport({ url: `http://${host}/`, token: 's3cret' }).deliver(message)
    await expect(sending).rejects.toThrow(`the SMS gateway answered ${status}`)
    expect(requestCount).toBe(1)
  })

  test('logs neither the address of an unreachable gateway nor the text', async () => {
    const failure = await smsTransport({ url: 'http://s3cret@127.0.0.1:1/', token: null })
      .deliver(message)
      .catch((error: Error) => error.message)
    expect(failure).toMatch(/^the SMS gateway did not answer/)
    expect(failure).not.toMatch(/s3cret|127\.0|12345678/)
  })
})

describe('a mail', () => {
  /** A minimal mail server. */
  function mailServer(lines: string[]): Promise<string> {
    return listen(
      createTcpServer((socket) => {
        let inData = false
        socket.write('220 ready\r\n')
        socket.on('error', () => {})
        socket.on('data', (chunk) => {
          for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
            lines.push(line)
            if (inData && line !== '.') continue
            inData = line === 'DATA'
            socket.write(inData ? '354 go on\r\n' : '250 ok\r\n')
          }
        })
      }),
    )
  }

  test('is sent to its only reader, from the company, in the reader’s language', async () => {
    const lines: string[] = []
    const url = `smtp://${await mailServer(lines)}`
    await mailTransport({ url, from: 'Tideline <no-reply@tideline.example>' }).deliver(mail)
    expect(lines).toContain('MAIL FROM:<no-reply@tideline.example>')
    expect(lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<kai@example.org>'])
    const at = lines.indexOf('Content-Transfer-Encoding: base64')
    const body = Buffer.from(
      lines
        .slice(at)
        .filter((line) => /^[\w+/=]{20,}$/.test(line))
        .join(''),
      'base64',
    )
    expect(body.toString()).toContain('12345678: код для нового пароля')
  })

  test.each([
    'kai@example.org>\r\nRCPT TO:<thief@example.org',
    'kai@example.org, thief@example.org',
    'kai@example.org\r\nBcc: thief@example.org',
  ])('is sent to nobody whom a text in its address names: %j', async (recipient) => {
    const lines: string[] = []
    const url = `smtp://${await mailServer(lines)}`
    const sending = mailTransport({ url, from: 'a@b.example' }).deliver({ ...mail, recipient })
    await sending.catch(() => undefined)
    const whole = lines.filter((line) => line.startsWith('RCPT') || /^(to|cc|bcc):/i.test(line))
    expect(whole.filter((line) => /<thief@example\.org>|^bcc:/i.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('RCPT')).length).toBeLessThan(2)
  })

  test('is sent to another machine only over TLS', async () => {
    const lines: string[] = []
    const host = await mailServer(lines)
    // The same server under a name that is not recognised as this machine's own.
    const url = `smtp://${host.replace('127.0.0.1', '127.1')}`
    await expect(mailTransport({ url, from: 'a@b.example' }).deliver(mail)).rejects.toThrow()
    expect(lines[0]).toMatch(/^EHLO/)
    expect(lines.join('\n')).not.toContain('12345678')
  })
})

describe('a mail server that asks who we are', () => {
  const from = 'Tideline <no-reply@tideline.example>'

  test('takes a mail from its user, with letters of any alphabet, and not from another', async () => {
    const server = await startMailServer({ password: 'ä/@:7 boats' })
    onTestFinished(server.close)
    await mailTransport({ url: server.url, from }).deliver(mail)
    const [received] = server.mails
    expect(received).toMatchObject({ from: 'no-reply@tideline.example', to: ['kai@example.org'] })
    const words = [...received!.raw.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gi)].map(([, word = '']) =>
      Buffer.from(word, 'base64').toString(),
    )
    expect(words.join('')).toBe(wordsOf(mail).subject)
    const url = server.url.replace(/:[^:@]*@/, ':other@')
    await expect(mailTransport({ url, from }).deliver(mail)).rejects.toThrow('Invalid username or password')
    expect(server.mails).toHaveLength(1)
  })

  test('gets nothing under a certificate that nobody has signed', async () => {
    const server = await startMailServer({ secure: true, disabledCommands: [] })
    onTestFinished(server.close)
    const url = server.url.replace('smtp:', 'smtps:')
    await expect(mailTransport({ url, from }).deliver(mail)).rejects.toThrow(/self.signed|certificate/)
    expect(server.mails).toEqual([])
  })

  /** What a mail ends with where the recipient is answered like this. */
  async function refusedBy(responseCode: number, text: string): Promise<unknown> {
    const refusal = Object.assign(new Error(text), { responseCode })
    const server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(refusal),
    })
    onTestFinished(server.close)
    return mailTransport({ url: server.url, from })
      .deliver(mail)
      .catch((error: unknown) => error)
  }

  test.each([
    [550, 'no such mailbox'],
    [550, '5.7.1 <kai@example.org> Relay access denied'],
    [554, '5.7.1 5.1.1 is what a spammer would like to be told'],
    [450, '4.2.1 mailbox busy'],
    [452, '4.2.2 mailbox full'],
    [451, '5.1.1 greylisted'],
  ])('that refuses the recipient by %i %s may take it later', async (code, text) => {
    const failure = await refusedBy(code, text)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(RecipientRefused)
    expect((failure as Error).message).toContain(text)
  })

  test.each([
    [550, '5.1.1 <kai@example.org>: Recipient address rejected: User unknown'],
    [550, '5.1.10 RESOLVER.ADR.RecipientNotFound'],
    [550, '5.2.1 The email account that you tried to reach is disabled'],
    [553, '5.1.3 Bad destination mailbox address syntax'],
  ])('that knows no such mailbox by %i %s is not asked again', async (code, text) => {
    const failure = await refusedBy(code, text)
    expect(failure).toBeInstanceOf(RecipientRefused)
    expect((failure as Error).message).toContain(`${code} ${text.split(' ')[0]}`)
    // What it says may name the address, and goes to the log.
    expect((failure as Error).message).not.toContain('kai@example.org')
  })
})

test('without providers each message is a line of a file that only its owner can read, and the log says so', async () => {
  const said: string[] = []
  const log = {
    info: () => {},
    warn: (details: object, text: string) => said.push(JSON.stringify(details) + text),
  }
  const dataDir = temporaryFolder()
  const transport = transportOf(readEnv({ DATA_DIR: dataDir, DEMO: '0' }), log)
  await transport.deliver(message)
  await transport.deliver(mail)
  const file = join(dataDir, 'outbox.jsonl')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as Message)).toEqual([message, mail])
  expect(said).toEqual([expect.stringContaining('["email","sms"]')])
})

test("the file starts again when it is full, so that codes can't fill the disk", async () => {
  const file = join(temporaryFolder(), 'outbox.jsonl')
  const transport = fileTransport(file, 1000)
  for (let n = 0; n < 100; n++) await transport.deliver(message)
  const sizes = await Promise.all([file, `${file}.1`].map(async (one) => (await readFile(one)).length))
  for (const size of sizes) expect(size).toBeLessThan(1000 + 200)
})
