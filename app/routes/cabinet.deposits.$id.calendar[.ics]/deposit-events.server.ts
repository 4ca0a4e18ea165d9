import { type CalendarEvent } from '~/investments/calendar-file.server'
import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { planName } from '~/investments/names'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'

/**
 * The known dates of a deposit, each with what the investor can do then. @param site makes the ids of events unique and
 * stable
 */
export function depositEvents(
  { id, plan, amount, currency }: Deposit,
  { firstEndsAt, secondEndsAt, second }: DepositTerms,
  i18n: I18n,
  site: URL,
): CalendarEvent[] {
  const { t } = i18n
  const deposit = { plan: planName(plan, i18n), amount: i18n.amount(amount, currency, { exact: true }) }
  const eventsOf = (term: 'first' | 'second', at: string | null): CalendarEvent[] => {
    if (at === null) return []
    const isOnly = term === 'first' && second === 'none'
    const event = {
      uid: `deposit-${id}-${term}-term@${site.hostname}`,
      at,
      summary: t(`refusals:calendar.${isOnly ? 'only' : term}`, deposit),
      description: `${t(`refusals:calendar.${isOnly ? 'second' : term}Text`)}\n${t('common:risk.warning')}`,
      url: new URL(paths.deposit(id), site).href,
    }
    return [event]
  }
  return [...eventsOf('first', firstEndsAt), ...eventsOf('second', secondEndsAt)]
}
