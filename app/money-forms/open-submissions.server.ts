import { type RequestContext } from '~/context'
import { formText } from './form-text'

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
  const submissions = await idempotencyKeys.openSubmissions()
  return submissions
    .filter(({ key }) => !url.pathname.includes(key))
    .map(({ form, sentAt, href }) => ({
      title: t('refusals:openSubmission.title', { what: formText(form, i18n), time: dateTime(sentAt) }),
      text: t('refusals:openSubmission.text'),
      href,
      link: t('refusals:openSubmission.see'),
    }))
}
