import { type RequestContext } from '~/context'
import { formText } from './form-text'
import { isInFlight } from './reconcile.server'

/** The warning about a submission without an outcome, which every page behind the sign-in shows. */
export interface OpenSubmissionWarning {
  title: string
  text: string
  /** The page that reconciles the submission, and the text of the link to it. */
  href: string
  link: string
}

/** The warnings of a page. The page that reconciles a submission shows none about it. */
export async function openSubmissionWarnings({
  idempotencyKeys,
  i18n,
  url,
}: Pick<RequestContext, 'idempotencyKeys' | 'i18n' | 'url'>): Promise<OpenSubmissionWarning[]> {
  const { t, dateTime } = i18n
  const { store, now } = idempotencyKeys
  const submissions = await idempotencyKeys.openSubmissions()
  const others = submissions.filter(({ key }) => !url.pathname.includes(key))
  return Promise.all(
    others.map(async ({ key, form, sentAt, href }) => {
      const record = await store.find(key).catch(() => null)
      const isRunning = record !== null && isInFlight(record, now())
      return {
        title: t('refusals:openSubmission.title', { what: formText(form, i18n), time: dateTime(sentAt) }),
        text: t(`refusals:openSubmission.${isRunning ? 'runningText' : 'text'}`),
        href,
        link: t('refusals:openSubmission.see'),
      }
    }),
  )
}
