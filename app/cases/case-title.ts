import { type Case } from '~/contract/extensions/operator/cases'
import { titleOf } from '~/framework/document'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'

/**
 * The title of a case's page: what is asked for, by whom, and on which day, so that two of them are told apart among tabs.
 * @param createdAt when it was asked for, as the upstream says it
 */
export const caseTitle = (
  what: string,
  { investor }: Pick<Case, 'investor'>,
  createdAt: string | null | undefined,
  { date }: Pick<I18n, 'date'>,
): string => titleOf(what, investor?.login, given(createdAt ?? null, date))
