import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, type FieldProblem, type Problem, errorStatus } from '~/contract/errors'
import { Refusal, Unavailable } from '../domain/refusal'
import { validationOf } from '../domain/field-refusals'
import { type Language } from '~/contract/languages'
import { errorText } from '../domain/texts'

/**
 * The one place where a thrown error becomes an answer. Invariants: the body has an error code of the contract and its
 * status, and nothing of an internal failure (a statement, a path, a stack) reaches the client.
 */

export interface ProblemAnswer {
  status: number
  body: Problem
  /** Seconds until a retry is worthwhile. */
  retryAfter?: number
}

/**
 * @param error anything thrown; anything but a refusal becomes `internal`
 * @param bodyLimit of the call in bytes
 */
export function problemOf(
  error: unknown,
  language: Language,
  requestId: string,
  bodyLimit = bodyLimitKb * 1024,
): ProblemAnswer {
  const { code, params, field, fields } = refusalOf(error, bodyLimit)
  const named = fields ?? (field ? { [field]: { code, params } } : undefined)
  return {
    status: error instanceof Unavailable ? 503 : errorStatus[code],
    body: {
      message: errorText(language, code, params),
      code,
      ...(params && { params }),
      ...(named && { fields: withMessages(named, language) }),
      requestId,
    },
    ...(typeof params?.retryAfter === 'number' && { retryAfter: params.retryAfter }),
  }
}

/**
 * Whether the path parameters are invalid. If the call can answer `not_found`, an impossible id is answered like an
 * unknown one.
 */
export function isUnknownAddress(error: unknown): boolean {
  return hasZodFastifySchemaValidationErrors(error) && error.validationContext === 'params'
}

/** Whether the error is an answer that was meant, and not a failure of our own. */
export function isRefusal(error: unknown): boolean {
  return refusalOf(error, 0).code !== 'internal'
}

function refusalOf(error: unknown, bodyLimit: number): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return validationOf(error.validation)
  }
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const ofFramework = frameworkRefusals[code]
  if (ofFramework === 'too_large')
    return new Refusal(ofFramework, { params: { max: `${bodyLimit / 1024} KB` } })
  if (ofFramework) return new Refusal(ofFramework)
  // Other errors of the framework about a request (broken JSON, a wrong length) share one code.
  return new Refusal(statusCode >= 400 && statusCode < 500 ? 'validation' : 'internal')
}

/** For a call without a limit of its own in the contract. */
export const bodyLimitKb = 64

const frameworkRefusals: Partial<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_file',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

function withMessages(fields: Record<string, Omit<FieldProblem, 'message'>>, language: Language) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { code, params }]) => [
      name,
      { code, message: errorText(language, code, params), ...(params && { params }) },
    ]),
  )
}
