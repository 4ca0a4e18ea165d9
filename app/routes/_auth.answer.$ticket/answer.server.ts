import { type LateAnswer } from '~/forms/late-answers.server'
import { type LastResult } from '~/forms/parse.server'
import { paths } from '~/paths'

/** What the page shows of an answer that is no redirect: the form's own page, with errors or with more to ask. */
export interface FormAnswer {
  /** In the form's order; none where the form only asks for more. */
  problems: string[]
}

/** @param answer what the form's action has returned */
export function formAnswerOf(answer: unknown): FormAnswer {
  const { error } = lastResultOf(answer) ?? {}
  return { problems: Object.values(error ?? {}).flatMap((texts) => texts ?? []) }
}

/** The framework wraps data that have a status. */
function lastResultOf(answer: unknown): LastResult | undefined {
  const { data } = (answer ?? {}) as { data?: { lastResult?: LastResult } }
  return data?.lastResult
}

/** Where a reader finds out what became of a form whose answer is lost, and the sentence about it. */
export function placeToLook({ path }: Pick<LateAnswer, 'path'>): {
  about: 'registration' | 'password' | 'other'
  href: string
} {
  if (path.startsWith(paths.register())) return { about: 'registration', href: paths.login() }
  const isPassword = [paths.settings('password'), paths.passwordReset()].some((one) => path.startsWith(one))
  return { about: isPassword ? 'password' : 'other', href: path }
}
