import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { built } from './support/built'
import { fileBytes } from './support/files'
import { newInvestor } from './support/investor'
import { freePort, runProgram, untilReady } from './support/program'
import { makeDataDir, type Product, startProduct, testSecret } from './support/stack'
import { textsOf } from './support/texts'
import { signedIn, readHtml } from './support/visitor'

/**
 * Documents of a verification on their way through the running app: the app does not hold them in memory,
 * every upload gets an answer however it ends, and the form keeps its other input.
 */

const mib = 1024 * 1024
const page = '/cabinet/settings/verification'
const say = textsOf('en')
const texts = {
  fullName: 'Kai Marsh',
  birthDate: '1990-02-03',
  maritalStatus: 'single',
  documentNumber: 'LT 12345678',
}
const names = ['photoDocument', 'photoLogin', 'photoWallet']

// Memory is read where Linux says it, as CI's machines do.
const isMissing = !existsSync('/proc/self/status') && !process.env['CI']

describe.skipIf(isMissing)('an upload', () => {
  let product: Product
  beforeAll(async () => {
    await built()
    // The young generation of a machine with little memory: with room for garbage, memory grows whatever is done, which
    // would hide files that are held.
    product = await startProduct(await makeDataDir(), {
      NODE_OPTIONS: '--max-semi-space-size=4',
      // Twenty uploads at once are about memory: on a busy machine their calls may wait longer than a reader would.
      UPSTREAM_TIMEOUT_CONNECT_MS: '60000',
      UPSTREAM_TIMEOUT_GET_MS: '60000',
      UPSTREAM_TIMEOUT_MONEY_MS: '60000',
      FORM_ANSWER_MS: '60000',
    })
  })
  afterAll(() => product.stop())

  it('of 3 × 10 MiB once, and of 3 × 3 twenty at the same time, leaves the memory within 60 MB of its start', async () => {
    const senders = await Promise.all(Array.from({ length: 22 }, () => newSender(product)))
    const [first, ...rest] = senders as [Sender, ...Sender[]]
    const [second, ...others] = rest as [Sender, ...Sender[]]
    const filesOf = (size: number) => names.map((name) => file(name, fileBytes('jpg', size)))

    const small = await first.send(names.map((name) => file(name, fileBytes('jpg'))))
    expect(small.status, 'warm').toBe(303)
    const watch = watchMemory((await product.pids()).app)
    expect((await second.send(filesOf(10 * mib))).status).toBe(303)
    // Three times as much as may stay, if it were held.
    const smaller = filesOf(3 * mib)
    const answers = await Promise.all(others.map((sender) => sender.send(smaller)))
    const { startMib, maxMib } = watch.end()
    for (const { status, html } of answers) expect(status, readHtml(html)('main').text()).toBe(303)
    expect(maxMib - startMib, `from ${startMib} MiB`).toBeLessThan(60)
    for (const sender of senders) expect(await sender.pageText()).toContain('In process')
  })

  it.each([
    ['of a wrong type', fileBytes('jpg'), 'passport.exe', 'refusals:code.unsupported_file'],
    [
      'of another type than its name says',
      Buffer.from('MZ a program'),
      'a.jpg',
      'refusals:code.unsupported_file',
    ],
    ['that is empty', Buffer.alloc(0), 'a.jpg', 'refusals:code.unsupported_file'],
  ])('%s is refused at its field', async (_what, bytes, fileName, code) => {
    const sender = await newSender(product)
    const answer = await sender.send([
      file('photoDocument', fileBytes('jpg')),
      file('photoLogin', bytes, fileName),
      file('photoWallet', fileBytes('jpg')),
    ])
    expect(answer.status).toBe(422)
    expect(answer.html).toContain(say(code))
    expectTyped(answer.html)
    expect(await sender.pageText()).toContain(say('common:status.verification.none'))
  })

  it.each([1, 30 * mib])('that is %i bytes too large is refused at its field', async (tooMuch) => {
    const sender = await newSender(product)
    const answer = await sender.send([
      file('photoDocument', fileBytes('jpg')),
      file('photoLogin', fileBytes('jpg')),
      file('photoWallet', fileBytes('jpg', 10 * mib + tooMuch)),
    ])
    expect(answer.status).toBe(422)
    expect(answer.html).toContain(
      say('refusals:code.too_large', { max: say('common:form.megabytes', { max: 10 }) }),
    )
    expectTyped(answer.html)
  })

  it('that is cut off in the middle of a file is refused completely', async () => {
    const sender = await newSender(product)
    const body = bodyOf(sender.fields, [file('photoDocument', fileBytes('jpg', mib))])
    const answer = await sender.sendBytes(body.subarray(0, body.length - mib / 2))
    expect(answer.status).toBe(400)
    expect(answer.html).toContain(say('refusals:request.body_broken'))
    expectTyped(answer.html)
  })

  it('that is slower than the limit gets an error of its own', async () => {
    const sender = await newSender(await startHasty(product))
    const body = bodyOf(
      sender.fields,
      names.map((name) => file(name, fileBytes('jpg', mib))),
    )
    const sending = sender.open(body.length)
    sending.request.write(body.subarray(0, body.length - 1000))
    const answer = await sending.answer
    expect(answer.status).toBe(504)
    expect(answer.html).toContain(say('refusals:code.timeout'))
    expectTyped(answer.html)
    sending.request.destroy()
  })

  it('that its sender aborts leaves nothing behind, and can be sent again', async () => {
    const sender = await newSender(product)
    const whole = names.map((name) => file(name, fileBytes('jpg', 2 * mib)))
    const body = bodyOf(sender.fields, whole)
    const sending = sender.open(body.length)
    await new Promise((written) => sending.request.write(body.subarray(0, body.length / 2), written))
    sending.request.destroy()
    await sending.answer.catch(() => undefined)
    expect(await sender.pageText()).toContain(say('common:status.verification.none'))
    expect((await sender.send(whole)).status).toBe(303)
    expect(await sender.pageText()).toContain(say('common:status.verification.in_process'))
  })

  it('gets the same answer for the page’s script, as JSON', async () => {
    const sender = await newSender(product, `${page}/documents`)
    const refused = await sender.send([file('photoDocument', fileBytes('jpg'))])
    expect(refused.status).toBe(422)
    const { lastResult } = JSON.parse(refused.html) as { lastResult: { error: object; initialValue: object } }
    expect(lastResult.error).toEqual({
      photoLogin: [say('refusals:code.file_required')],
      photoWallet: [say('refusals:code.file_required')],
    })
    expect(lastResult.initialValue).toMatchObject(texts)
    const taken = await sender.send(names.map((name) => file(name, fileBytes('jpg'))))
    expect(JSON.parse(taken.html)).toEqual({ lastResult: null })
  })
})

/** A second app on the same backend, with an upload timeout of a second and a half. */
async function startHasty({ backendUrl }: Product): Promise<Pick<Product, 'url' | 'backendUrl'>> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = runProgram('build/index.js', {
    PORT: String(port),
    UPSTREAM_URL: backendUrl,
    UPSTREAM_TIMEOUT_UPLOAD_MS: '1500',
    SESSION_SECRETS: testSecret,
  })
  onTestFinished(() => program.stop())
  await untilReady(program, `${url}/readyz`)
  return { url, backendUrl }
}

interface FilePart {
  name: string
  fileName: string
  bytes: Buffer
}

const file = (name: string, bytes: Buffer, fileName = 'photo.jpg'): FilePart => ({ name, fileName, bytes })

interface Answer {
  status: number
  html: string
}

interface Sender {
  /** All texts of the form, including its token. */
  fields: Record<string, string>
  send(files: FilePart[]): Promise<Answer>
  sendBytes(body: Buffer): Promise<Answer>
  /** A request whose body is still to be written. */
  open(length: number): { request: ClientRequest; answer: Promise<Answer> }
  /** The current message of the page. */
  pageText(): Promise<string>
}

const boundary = 'the-edge-of-the-water'

/** A new investor who is signed in and has the page's form open. */
async function newSender(
  { url, backendUrl }: Pick<Product, 'url' | 'backendUrl'>,
  path = page,
): Promise<Sender> {
  const visitor = await signedIn(url, await newInvestor(backendUrl), 'en')
  const formToken = (await visitor.visit(page)).value('formToken')
  const fields = { formToken, ...texts }

  function open(length: number) {
    const sent = request(new URL(path, url), {
      method: 'POST',
      agent: false,
      headers: {
        cookie: visitor.cookie(),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': length,
      },
    })
    sent.on('error', () => {}) // the app does not read a refused form to its end
    return { request: sent, answer: answerOf(sent) }
  }
  function sendBytes(body: Buffer): Promise<Answer> {
    const { request, answer } = open(body.length)
    request.end(body)
    return answer
  }
  return {
    fields,
    open,
    sendBytes,
    send: (files) => sendBytes(bodyOf(fields, files)),
    pageText: async () => (await visitor.visit(page)).text,
  }
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return { status: answer.statusCode ?? 0, html: Buffer.concat(pieces).toString() }
}

function bodyOf(fields: Record<string, string>, files: FilePart[]): Buffer {
  const head = (rest: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`)
  const end = Buffer.from('\r\n')
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(value), end]),
    ...files.flatMap(({ name, fileName, bytes }) => [
      head(`name="${name}"; filename="${fileName}"\r\nContent-Type: image/jpeg`),
      bytes,
      end,
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

function expectTyped(html: string): void {
  for (const text of ['fullName', 'birthDate', 'documentNumber'] as const)
    expect(html).toMatch(new RegExp(`<input[^>]*name="${text}"[^>]*value="${texts[text]}"`))
}

/** Polls the resident memory of a process until it is asked for the result. */
function watchMemory(pid: number) {
  const startMib = memoryMibOf(pid)
  let maxMib = startMib
  const looking = setInterval(() => {
    maxMib = Math.max(maxMib, memoryMibOf(pid))
  }, 20)
  return {
    end: () => {
      clearInterval(looking)
      return { startMib, maxMib }
    },
  }
}

function memoryMibOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1024)
}
