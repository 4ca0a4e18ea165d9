import { createInterface } from 'node:readline'
import { read } from 'read'

/** Reads a password from the terminal or from a pipe. It is never an argument: other users of the machine see those. */

interface Terminal {
  stdin: NodeJS.ReadStream
  /** Where the question is written. */
  output: NodeJS.WriteStream
  /** An existing password is typed once: a typing mistake is found when it is verified. */
  isKnown?: boolean
}

/**
 * Prompts without echo at a terminal, twice for a new password; reads the first line of a pipe.
 * @throws Error when the two differ, the input is empty, or it is interrupted
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
