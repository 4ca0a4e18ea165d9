import { type RequestContext } from '~/context'
import { formKind } from './form-kinds'

/** The warning about a submission without an outcome, which every page of the cabinet shows. */
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
  i18n: { t, dateTime },
  url,
}: Pick<RequestContext, 'idempotencyKeys' | 'i18n' | 'url'>): Promise<OpenSubmissionWarning[]> {
  const submissions = await idempotencyKeys.openSubmissions()
  return submissions
    .filter(({ key }) => !url.pathname.includes(key))
    .flatMap(({ form, sentAt, href }) => {
      const kind = formKind(form)
      const what = kind && t(`cabinet:submissions.kind.${kind}`)
      if (what === null) return []
      return {
        title: t('refusals:openSubmission.title', { what, time: dateTime(sentAt) }),
        text: t('refusals:openSubmission.text'),
        href,
        link: t('refusals:openSubmission.see'),
      }
    })
}
