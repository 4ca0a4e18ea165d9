import { readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { examine } from './examine'
import { type Finding } from './finding'

/** The command: its arguments, what it prints, and its exit code. */

const usage = `npm run doctor -- [--config <file>] [--program app|backend] [--mail-to <address>] [--sms-to <number>] [--json]

  --config    variables of this file, over those of the environment
  --program   app (the default): the app, with the backend that it starts where UPSTREAM_URL is not set;
              backend: a backend by itself
  --mail-to   sends one mail to this address, and --sms-to one SMS to this number; without them nothing is sent
  --json      prints the findings for machines

Exits with 0 where nothing failed, with 1 otherwise, and with 2 where the arguments can't be understood.`

const signs: Record<Finding['outcome'], string> = {
  ok: 'ok     ',
  warning: 'WARNING',
  failure: 'FAILURE',
  skipped: 'skipped',
}

export interface DoctorStreams {
  variables: NodeJS.Dict<string>
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write'>
}

/**
 * Runs the command.
 * @param streams.variables those of the file are added to it: libraries read some by themselves
 */
export async function doctor(
  args: string[],
  { variables, stdout, stderr }: DoctorStreams,
): Promise<0 | 1 | 2> {
  const options = readArguments(args)
  if (options === null) {
    stderr.write(`${usage}\n`)
    return 2
  }
  const { config, json, ...rest } = options
  try {
    if (config !== undefined) Object.assign(variables, parseEnv(readFileSync(config, 'utf8')))
  } catch {
    stderr.write('The file of variables can not be read.\n')
    return 2
  }
  const findings = await examine({ ...rest, variables, now: Date.now })
  stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : report(findings))
  return findings.some(({ outcome }) => outcome === 'failure') ? 1 : 0
}

function readArguments(args: string[]) {
  const options = {
    config: { type: 'string' },
    program: { type: 'string', default: 'app' },
    'mail-to': { type: 'string' },
    'sms-to': { type: 'string' },
    json: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ args, options, strict: true })
    const { program, json } = values
    if (program !== 'app' && program !== 'backend') return null
    const [mailTo, smsTo] = [values['mail-to'] ?? null, values['sms-to'] ?? null]
    return { config: values.config, program, mailTo, smsTo, json } as const
  } catch {
    return null
  }
}

function report(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length))
  const rows = findings.map(({ outcome, part, text }) => `${signs[outcome]}  ${part.padEnd(width)}  ${text}`)
  const count = (outcome: Finding['outcome']) => findings.filter((one) => one.outcome === outcome).length
  const [failures, warnings, skipped] = [count('failure'), count('warning'), count('skipped')]
  const sum = `${failures} failures, ${warnings} warnings, ${skipped} not tried.`
  return [...rows, '', sum, ''].join('\n')
}
