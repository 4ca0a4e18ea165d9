import { type Case, type CaseQueue } from '~/contract/extensions/operator/cases'
import { titleOf } from '~/framework/document'
import { type PageHandle } from '~/framework/page'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { type TextKey } from '~/locale/keys'
import { type QueueQuery } from '~/operator-paths'

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

/**
 * The title of a queue's page, with the state and the words that its address asks for. Its loader returns the checked
 * `query`.
 */
export const queueTitle =
  (queue: CaseQueue): PageHandle['title'] =>
  ({ t }, data, address) => {
    const { status, kind, search } = (data as { query: QueueQuery } | null)?.query ?? {}
    const state = address.has('status') && status && t(`cases:queue.status.${status}` as TextKey)
    return titleOf(t(`operator:queue.${queue}`), state, kind && t(`cases:kind.${kind}` as TextKey), search)
  }
