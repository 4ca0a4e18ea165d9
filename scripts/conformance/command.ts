import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readPassword } from '../../backend/cli/password-prompt'
import { plainDialect } from '~/upstream/dialect/dialect.server'
import { DialectError, readDialect } from '~/upstream/dialect/read-dialect.server'
import { Unreachable, openQuestions } from './questions'
import { reportOf, tableOf } from './report'
import { SignInRefused, survey } from './survey'

/** The command: its arguments, what it prints, and its exit code. */

const usage = `npm run conformance -- --url <address> --login <login> [--password-file <file>] [--code <code>] [--dialect <file>] [--write] [--throwaway [--origin <address>]] [--not-me <link>] [--json]

  --url            the upstream's address, without /api
  --login          whom to sign in as; the password is asked for, or read from standard input or the file
  --password-file  a file whose first line is the password
  --code           what a test installation takes as the code of a step-up; without it what needs one is not tried
  --dialect        how the upstream differs from the contract, as UPSTREAM_DIALECT has it
  --write          asks also what changes something, of this account alone and in small amounts: a top-up is asked for,
                   the smallest deposit opened, the smallest sum exchanged, the cheapest subscription bought, a
                   withdrawal to the saved wallet asked for and cancelled where that can be. Accounts are neither made
                   nor deleted, passwords not changed, documents not sent
  --throwaway      asks also, of an investor's account without a second factor that nobody needs afterwards: second factors
                   are added, used, reported lost and removed, the list of wallets and the phrase of mails changed, and
                   at the end "this was not me" closes the account
  --origin         with it a passkey is among them: the address at which browsers find the product
  --not-me         the link in a message about the security of the account: what it was about is read, and with
                   --throwaway "this was not me" is answered by it too
  --json           prints the report for machines

Exits with 0 where nothing differs or is missing that should be there, with 1 otherwise, and with 2 where nothing could
be asked.`

/** How long an answer may take. */
const timeoutMs = 20_000

export interface CommandStreams {
  stdin: NodeJS.ReadStream
  stdout: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>
  stderr: NodeJS.WriteStream
}

export type ExitCode = 0 | 1 | 2

/** A usage error. Its message contains no argument, which may be a password. */
class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs the command. Neither password nor bearer, nor a value of an answer, is ever printed. */
export async function conformance(args: string[], streams: CommandStreams): Promise<ExitCode> {
  const { stdin, stdout, stderr } = streams
  try {
    const { url, passwordFile, dialectFile, json, ...options } = readArguments(args)
    const dialect = dialectFile === undefined ? plainDialect : readDialect(dialectFile)
    const password =
      passwordFile === undefined
        ? await readPassword({ stdin, output: stderr, isKnown: true })
        : firstLineOf(passwordFile)
    const questions = openQuestions(url, dialect, timeoutMs)
    try {
      const surveyed = await survey({ questions, dialect, password, ...options })
      const report = reportOf(surveyed, options.mayChange)
      const hasColors = stdout.isTTY && process.env.NO_COLOR === undefined
      stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : tableOf(report, hasColors))
      return report.ok ? 0 : 1
    } finally {
      await questions.close()
    }
  } catch (error) {
    stderr.write(`${wordsOf(error)}\n`)
    return 2
  }
}

/** @throws errors that the caller of the command did not cause */
function wordsOf(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  if (error instanceof DialectError) return `The dialect is not one:\n${error.message}`
  if (error instanceof Unreachable || error instanceof SignInRefused) return error.message
  if (error instanceof Error && error.message === 'No password came in') return error.message
  throw error
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    ...{ url: text, login: text, 'password-file': text, code: text, dialect: text, origin: text },
    'not-me': text,
    ...{ write: flag, throwaway: flag, json: flag },
  }
  const values = (() => {
    try {
      return parseArgs({ args, options, strict: true }).values
    } catch {
      throw new UsageError('An argument is unknown, or lacks its value.')
    }
  })()
  const { url, login, 'password-file': passwordFile, code, dialect: dialectFile, json } = values
  const { write: mayChange, throwaway: mayThrowAway, origin, 'not-me': link } = values
  if (!url || !login) throw new UsageError('Both --url and --login are needed.')
  if (!isBase(url)) throw new UsageError('The --url is no http or https address, or has more than a path.')
  if (origin !== undefined && !(isBase(origin) && new URL(origin).origin === origin))
    throw new UsageError('The --origin is no http or https address without a path.')
  const notMeToken = link === undefined ? undefined : /[\w-]{43}(?=\/?$)/.exec(link)?.[0]
  if (link !== undefined && notMeToken === undefined)
    throw new UsageError('The --not-me is no link of a message: it ends with 43 letters and digits.')
  return { url, login, passwordFile, code, dialectFile, json, mayChange, mayThrowAway, origin, notMeToken }
}

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash
}

function firstLineOf(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new UsageError('The --password-file can not be read.')
  }
  const [line = ''] = text.split(/\r?\n/, 1)
  if (!line) throw new UsageError('The --password-file has no password in its first line.')
  return line
}
