import { type RequestContext } from '~/context'
import { formKinds } from './form-kinds'

/** A submission without an outcome, as every page of the cabinet warns of it. */
export interface UnsettledWarning {
  title: string
  text: string
  /** The page that finds out, and what its link says. */
  href: string
  link: string
}

/** The warnings of a page; the page that finds out about a submission needs none about it. */
export async function unsettledWarnings({
  idempotencyKeys,
  i18n: { t, dateTime },
  url,
}: Pick<RequestContext, 'idempotencyKeys' | 'i18n' | 'url'>): Promise<UnsettledWarning[]> {
  const unsettled = await idempotencyKeys.unsettled()
  return unsettled
    .filter(({ key }) => !url.pathname.includes(key))
    .map(({ form, sentAt, href }) => ({
      title: t('refusals:unsettled.title', {
        what: t(`cabinet:submissions.kind.${formKinds[form]}`),
        time: dateTime(sentAt),
      }),
      text: t('refusals:unsettled.text'),
      href,
      link: t('refusals:unsettled.see'),
    }))
}
