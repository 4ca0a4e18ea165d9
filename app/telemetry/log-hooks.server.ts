import { type LoggerOptions } from 'pino'
import { type ErrorReports } from './error-reports.server'

/** The level of pino from which a line with an error is a report, too. */
const errorLevel = 50

/** What is logged as an error with `err` is reported. The line itself stays as it is. */
export function reportingHooks(reports: ErrorReports): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(args, method, level) {
      const [fields, message = ''] = args as [unknown, string?]
      const { err, requestId = fieldsOf(this.bindings()).requestId } = fieldsOf(fields)
      if (level >= errorLevel && err !== undefined)
        reports.report(err, { message, ...(typeof requestId === 'string' && { requestId }) })
      method.apply(this, args)
    },
  }
}

const fieldsOf = (fields: unknown): { err?: unknown; requestId?: unknown } =>
  typeof fields === 'object' && fields !== null ? fields : {}
