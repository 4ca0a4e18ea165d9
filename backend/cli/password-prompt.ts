import { createInterface } from 'node:readline'
import { read } from 'read'

/** A password from whoever sits at the terminal, or from a pipe. It is never an argument: those are seen by everyone. */

interface Terminal {
  stdin: NodeJS.ReadStream
  /** Where the question is written. */
  output: NodeJS.WriteStream
  /** One that is there already is asked for once; a mistake in it is found out anyway. */
  isKnown?: boolean
}

/**
 * Asked without echo at a terminal, twice if it is a new one; the first line of a pipe.
 * @throws Error when both are not the same, or nothing comes, or it is broken off
 */
export async function readPassword({ stdin, output, isKnown = false }: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(stdin)
  const unseen = { input: stdin, output, silent: true, terminal: true }
  const password = await read({ ...unseen, prompt: 'Password: ' })
  output.write('\n')
  if (isKnown) return password
  const again = await read({ ...unseen, prompt: 'Once more: ' })
  output.write('\n')
  if (again !== password) throw new Error('The passwords do not match')
  return password
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  for await (const line of createInterface({ input: stdin })) {
    if (line) return line
    break
  }
  throw new Error('No password came in')
}
