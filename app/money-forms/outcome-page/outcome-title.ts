import { titleOf } from '~/framework/document'
import { titleBy } from '~/framework/page'
import { given } from '~/locale/given'
import { type SubmissionData } from './submission.server'

/** Says which request it is: what was to be done, with how much, and when it was sent. */
export const outcomeTitle = titleBy<SubmissionData>(
  'cabinet:submissions.page',
  ({ request: { what, amount, currency, sentAt } }, i18n) =>
    titleOf(
      i18n.t('cabinet:submissions.page'),
      what,
      amount !== null && currency !== null && i18n.amount(amount, currency),
      given(sentAt, i18n.dateTime),
    ),
)
