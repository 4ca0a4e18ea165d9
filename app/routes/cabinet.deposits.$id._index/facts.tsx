import { type Deposit } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { Card } from '~/ui/card/card'
import { type I18n } from '~/locale/create'
import { type Meaning, Alert } from '~/ui/alert/alert'

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

/** One sentence about the state of a deposit: what the investor can do now, and what happens if nothing is done. */
export function WhatNext({ deposit }: { deposit: Deposit }) {
  const [meaning, sentence] = sentenceOf(deposit, useI18n())
  return <Alert meaning={meaning}>{sentence}</Alert>
}

function sentenceOf(deposit: Deposit, { t, amount, dateTime }: I18n): [Meaning, string] {
  const { status, canClose, endsAt, closedAt, closingPays, currency } = deposit
  switch (status) {
    case 'in_progress':
      return canClose
        ? ['info', t('cabinet:deposits.one.second', { time: dateTime(endsAt) })]
        : ['info', t('cabinet:deposits.one.locked', { time: dateTime(endsAt) })]
    case 'awaiting_completion':
      return ['warning', t('cabinet:deposits.one.waiting')]
    case 'closed':
      return [
        'success',
        t('cabinet:deposits.one.closed', {
          time: closedAt ? dateTime(closedAt) : '',
          amount: amount(closingPays, currency, { exact: true }),
        }),
      ]
    case 'unknown':
      return ['info', t('cabinet:deposits.one.unknown')]
  }
}
