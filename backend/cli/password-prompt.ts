import { once } from 'node:events'
import { type ReadStream } from 'node:tty'

/** A password from whoever sits at the terminal, or from a pipe. It is never an argument: those are seen by everyone. */

interface Terminal {
  stdin: NodeJS.ReadStream
  /** Where the question is written. */
  ask: (text: string) => void
}

/**
 * Asked twice without echo at a terminal; the first line of a pipe.
 * @throws Error when both are not the same, or nothing comes, or it is broken off
 */
export async function readPassword({ stdin, ask }: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(stdin)
  const password = await unseen(stdin, ask, 'Password: ')
  if ((await unseen(stdin, ask, 'Once more: ')) !== password) throw new Error('The passwords do not match')
  return password
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  let all = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    all += String(chunk)
    if (all.includes('\n')) break
  }
  const line = all.split(/\r?\n/)[0]
  if (!line) throw new Error('No password came in')
  return line
}

async function unseen(stdin: ReadStream, ask: Terminal['ask'], question: string): Promise<string> {
  stdin.setEncoding('utf8').setRawMode(true)
  stdin.resume()
  ask(question)
  let typed = ''
  try {
    for (;;) {
      const [keys] = (await once(stdin, 'data')) as [string]
      for (const key of keys) {
        if (key === '\r' || key === '\n') return typed
        if (key === '\u0003' || key === '\u0004') throw new Error('Broken off')
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else typed += key
      }
    }
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    ask('\n')
  }
}
