import { type Deposit } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Columns } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

export function DepositFacts({ deposit }: { deposit: Deposit }) {
  return (
    <Columns gap={6}>
      <Earnings deposit={deposit} />
      <Terms deposit={deposit} />
    </Columns>
  )
}

function Earnings({ deposit }: { deposit: Deposit }) {
  const { t, amount, dateTime } = useI18n()
  const { currency, term, nextAccrual, nextAccrualAt, status } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Section id="earnings" title={t('cabinet:deposits.one.earnings')}>
      <DescriptionList
        facts={[
          { term: t('cabinet:deposits.one.accrued'), value: exact(deposit.accrued), strong: true },
          {
            term: t('cabinet:deposits.one.accruedUsdt'),
            value: amount(deposit.accruedUsdt, 'USDT', { exact: true }),
          },
          nextAccrual !== null &&
            nextAccrualAt !== null && {
              term: t('cabinet:deposits.one.next'),
              value: exact(nextAccrual),
              note: (
                <time dateTime={nextAccrualAt}>
                  {t('cabinet:deposits.one.nextNote', { time: dateTime(nextAccrualAt) })}
                </time>
              ),
            },
          status === 'in_progress' && {
            term: t(term === 1 ? 'cabinet:deposits.one.income' : 'cabinet:deposits.one.incomeSecond'),
            value: exact(deposit.income),
            note: t('cabinet:deposits.one.incomeNote'),
          },
          {
            term: t('cabinet:deposits.one.total'),
            value: exact(deposit.total),
            note: t('cabinet:deposits.one.totalNote'),
          },
        ]}
      />
    </Section>
  )
}

function Terms({ deposit }: { deposit: Deposit }) {
  const { t, amount, percent, dateTime } = useI18n()
  const { id, currency, dailyPercent, startedAt, endsAt, status, closingPays } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Section id="terms" title={t('cabinet:deposits.one.terms')}>
      <DescriptionList
        facts={[
          { term: t('cabinet:deposits.one.amount'), value: exact(deposit.amount), strong: true },
          {
            term: t('cabinet:deposits.one.percent'),
            value: percent(dailyPercent),
            note: t('cabinet:deposits.one.percentNote'),
          },
          {
            term: t('cabinet:deposits.one.min'),
            value: exact(deposit.min),
            note: t('cabinet:deposits.one.minNote'),
          },
          { term: t('cabinet:deposits.one.startedAt'), value: <Time iso={startedAt} text={dateTime} /> },
          status === 'in_progress' && {
            term: t('cabinet:deposits.one.endsAt'),
            value: <Time iso={endsAt} text={dateTime} />,
          },
          status !== 'closed' && { term: t('cabinet:deposits.one.closing'), value: exact(closingPays) },
          { term: t('cabinet:deposits.one.number'), value: <span translate="no">{id}</span> },
        ]}
      />
    </Section>
  )
}

function Time({ iso, text }: { iso: string; text: (iso: string) => string }) {
  return <time dateTime={iso}>{text(iso)}</time>
}
