import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { useI18n } from '~/locale/context'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Card } from '~/ui/card/card'
import { Section } from '~/ui/section/section'

interface ChoiceProps {
  deposit: Deposit
  terms: DepositTerms
}

/** The one decision of a deposit: close it once the first term is over, or leave it running. */
export function Choice({ deposit, terms: { firstEndsAt, second } }: ChoiceProps) {
  const { t, amount, percent, dateTime } = useI18n()
  const { currency, closingPays, term } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Section id="choice" title={t(`cabinet:deposits.choice.${term === 1 ? 'title' : 'titleNow'}`)}>
      <Stack gap={4}>
        {term === 1 && <p>{t('cabinet:deposits.choice.from', { time: dateTime(firstEndsAt) })}</p>}
        <Columns>
          <Card>
            <h3>{t('cabinet:deposits.choice.close')}</h3>
            <p>{t('cabinet:deposits.choice.closeText', { amount: exact(closingPays) })}</p>
          </Card>
          <Card>
            <h3>{t('cabinet:deposits.choice.leave')}</h3>
            <p>
              {typeof second === 'string'
                ? t(`cabinet:deposits.choice.second.${second}`)
                : t('cabinet:deposits.choice.leaveText', {
                    count: second.days,
                    percent: percent(second.percent),
                    day: exact(second.day),
                  })}
            </p>
          </Card>
        </Columns>
        {second !== 'none' && <Soft>{t('cabinet:deposits.choice.nothing')}</Soft>}
        {second !== 'unknown' && <Soft small>{t('cabinet:deposits.choice.planNote')}</Soft>}
      </Stack>
    </Section>
  )
}
