import { type Env, EnvError, backendEnv, parseEnv } from '~/env.server'
import { type BackendEnv, EnvError as BackendEnvError, readEnv } from '../../backend/env'
import { examineDatabase } from './database'
import { examineStorage } from './files'
import { type Finding, findingsOf, reasonOf, secretsIn, withoutSecrets } from './finding'
import { folderFinding } from './folders'
import { examineMail, examineSms } from './messages'
import { examinePorts, examineReports, examineServices, examineTraces, examineUpstream } from './network'
import { examineRedis } from './shared-store'

export interface ExamineOptions {
  variables: NodeJS.Dict<string>
  /** Which program the configuration is of: the app with the backend that it starts, or a backend by itself. */
  program: 'app' | 'backend'
  /** Whom a mail is sent to; null: none is sent. */
  mailTo: string | null
  /** Whom an SMS is sent to; null: none is sent. */
  smsTo: string | null
  /** This machine's clock, in milliseconds since the epoch. */
  now: () => number
}

/**
 * Reads a configuration and tries each thing that it names. Nothing stays of it: no folder, row, key or file.
 * No text of a finding holds a secret of the configuration.
 */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  const findings = await examineAll(options)
  const secrets = secretsIn(options.variables)
  return findings.map((finding) => ({ ...finding, text: withoutSecrets(finding.text, secrets) }))
}

async function examineAll({ variables, program, mailTo, smsTo, now }: ExamineOptions): Promise<Finding[]> {
  const found = findingsOf('configuration')
  let app: Env | null = null
  let backend: BackendEnv | null = null
  const mistakes: Finding[] = []
  const reading = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof EnvError || error instanceof BackendEnvError)) throw error
      mistakes.push(...error.message.split('\n').map(found.failure))
    }
  }
  if (program === 'app') reading(() => (app = parseEnv(variables)))
  const ofApp = app as Env | null // assigned in the function above
  if (program === 'backend') reading(() => (backend = readEnv(variables)))
  else if (ofApp?.upstreamUrl === null)
    reading(() => (backend = readEnv(backendEnv(ofApp, variables as NodeJS.ProcessEnv))))
  const ofBackend = backend as BackendEnv | null
  const sentryDsn = ofApp?.sentryDsn ?? ofBackend?.sentryDsn ?? null
  const tracesEndpoint = ofApp?.tracesEndpoint ?? ofBackend?.tracesEndpoint ?? null
  const parts = await Promise.all([
    ofApp === null ? [] : examineApp(ofApp, now),
    ofBackend === null ? [] : examineBackend(ofBackend, { mailTo, smsTo, now }),
    tracesEndpoint === null ? [] : guarded('traces', examineTraces(tracesEndpoint)),
    sentryDsn === null ? [] : guarded('reports', examineReports(sentryDsn)),
    examinePorts(portsOf(ofApp, ofBackend)),
  ])
  const readable = found.ok('every variable can be understood')
  return [...(mistakes.length > 0 ? mistakes : [readable]), ...parts.flat()]
}

async function examineApp(env: Env, now: () => number): Promise<Finding[]> {
  const { ok, warning } = findingsOf('app')
  const isBehindProxy = env.publicUrl.protocol === 'https:'
  const parts = await Promise.all([
    env.redisUrl === null ? [] : guarded('redis', examineRedis(env.redisUrl, now)),
    guarded('upstream', examineUpstream(env, now)),
    env.sessionSecrets === null ? folderFinding('app', env.dataDir, 'DATA_DIR') : [],
  ])
  const isUntrusting = isBehindProxy && env.trustedProxies.length === 0
  return [
    isUntrusting
      ? warning(
          'PUBLIC_URL is https and TRUSTED_PROXIES names no proxy: all visitors count as one client, and plain http is taken for theirs',
        )
      : ok(`browsers find it at ${env.publicUrl.origin}`),
    ...parts.flat(),
  ]
}

async function examineBackend(
  env: BackendEnv,
  { mailTo, smsTo, now }: Pick<ExamineOptions, 'mailTo' | 'smsTo' | 'now'>,
): Promise<Finding[]> {
  const parts = await Promise.all([
    guarded(
      'database',
      examineDatabase(env, now, (open) => guarded('storage', examineStorage(env, open))),
    ),
    guarded('mail', examineMail(env, mailTo)),
    guarded('sms', examineSms(env, smsTo)),
    guarded('services', examineServices(env)),
  ])
  return parts.flat()
}

/** A part that fails in a way that it does not know fails alone. */
async function guarded(part: string, work: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work
  } catch (error) {
    return [findingsOf(part).failure(reasonOf(error))]
  }
}

function portsOf(app: Env | null, backend: BackendEnv | null) {
  return [
    ...(app ? [{ variable: 'PORT', port: app.port, host: app.host }] : []),
    ...(app?.metrics ? [{ variable: 'METRICS_PORT', ...app.metrics }] : []),
    ...(backend ? [{ variable: 'BACKEND_PORT', port: backend.port, host: backend.host }] : []),
    ...(backend?.metrics ? [{ variable: 'BACKEND_METRICS_PORT', ...backend.metrics }] : []),
  ]
}
