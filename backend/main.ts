import { pino } from 'pino'
import { type BackendEnv, EnvError, readEnv } from './env'
import { logOptions } from './api/request-log'
import { createErrorReports } from '~/telemetry/error-reports.server'
import { reportingHooks } from '~/telemetry/log-hooks.server'
import { defaultStopLimitMs, runAsProcess } from './process'
import { startBackend } from './start'

/** The backend as a program: started by the app, or alone with `DATABASE_URL`. */

const env = configuration()
const reports = createErrorReports('backend', env instanceof EnvError ? null : env.sentryDsn)
const log = pino({
  ...logOptions(env instanceof EnvError ? 'error' : env.logLevel),
  hooks: env instanceof EnvError || env.sentryDsn === null ? {} : reportingHooks(reports),
})

// A wrong variable is reported like any other failure to start: in the log, and to the app that waits.
runAsProcess(() => (env instanceof EnvError ? Promise.reject(env) : startBackend(env, log)), {
  log,
  lastly: reports.close,
  stopLimitMs: defaultStopLimitMs + (env instanceof EnvError ? 0 : env.shutdownDelayMs),
})

function configuration(): BackendEnv | EnvError {
  try {
    return readEnv()
  } catch (error) {
    if (error instanceof EnvError) return error
    throw error
  }
}
