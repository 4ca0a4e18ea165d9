import { type I18n } from './create'

/** Up to here the wait is a few minutes, as the sentence has it. */
const fewMinutesS = 600
const hourS = 3_600

/**
 * The message after too many attempts, with the actual wait if it is known.
 * @param retryAfterS seconds until the next attempt can succeed
 * @param what the kind of attempt, if it has its own sentence
 */
export function tooOftenText(
  { t, duration }: Pick<I18n, 't' | 'duration'>,
  retryAfterS: number | undefined,
  what?: string,
): string {
  const inStepsOf = (unitS: number) => duration(Math.ceil((retryAfterS ?? 0) / unitS) * unitS * 1000)
  if (retryAfterS === undefined) return what ?? t('refusals:code.too_many_requests')
  if (retryAfterS > fewMinutesS) {
    const time = inStepsOf(retryAfterS > hourS ? hourS : 300)
    if (what) return `${what}. ${t('refusals:wait.left', { time })}`
    return t('refusals:code.too_many_requests_until', { time })
  }
  const time = inStepsOf(retryAfterS > 60 ? 60 : 1)
  return `${what ?? t('refusals:code.too_many_requests')}. ${t('refusals:wait.left', { time })}`
}
