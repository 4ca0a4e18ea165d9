import { type Deposit } from '~/contract/funds'
import { canBeClosed } from '~/investments/closing'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { DescriptionList, hasFacts, type Facts } from '~/ui/description-list/description-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Columns, Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { Card } from '~/ui/card/card'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { CloseLink } from '~/money-forms/closing/close-link'
import { type Remaining } from './track.server'
import { type I18n } from '~/locale/create'
import { type Meaning, Alert } from '~/ui/alert/alert'
import * as styles from './facts.css'

interface DepositFactsProps {
  deposit: Deposit
  remaining: Remaining | null
  /** What it has credited stands below its track already. */
  hasTrack: boolean
}

/** The known facts of a deposit; the upstream may omit its income. Its terms are folded on a phone. */
export function DepositFacts({ deposit, remaining, hasTrack }: DepositFactsProps) {
  const i18n = useI18n()
  const earnings = earningsOf(deposit, remaining, hasTrack, i18n)
  return (
    <Columns gap={6}>
      {hasFacts(earnings) && (
        <Section id="earnings" title={i18n.t('cabinet:deposits.one.earnings')}>
          <DescriptionList facts={earnings} />
        </Section>
      )}
      <Disclosure isOfPhone title={i18n.t('cabinet:deposits.one.terms')}>
        <Section id="terms" title={i18n.t('cabinet:deposits.one.terms')} isFoldedOnPhone>
          <DescriptionList facts={termsOf(deposit, i18n)} />
        </Section>
      </Disclosure>
    </Columns>
  )
}

function earningsOf(
  deposit: Deposit,
  remaining: Remaining | null,
  hasTrack: boolean,
  { t, amount, dateTime }: I18n,
): Facts {
  const { currency, accrued, accruedUsdt, nextAccrual, nextAccrualAt, status } = deposit
  // Of a deposit in USDT both sums are one.
  const isOneSum = currency === 'USDT' && accruedUsdt !== null && Number(accrued) === Number(accruedUsdt)
  const exact = (value: string) => amount(value, currency, { exact: true })
  return [
    {
      term: t('cabinet:deposits.one.accruedUsdt'),
      value: given(hasTrack ? null : accruedUsdt, (value) => amount(value, 'USDT', { exact: true })),
      strong: true,
    },
    !isOneSum && { term: t('cabinet:deposits.one.accrued'), value: given(accrued, exact) },
    {
      term: t('cabinet:deposits.one.next'),
      value: nextAccrualAt && given(nextAccrual, exact),
      note: nextAccrualAt && (
        <time dateTime={nextAccrualAt}>
          {t('cabinet:deposits.one.nextNote', { time: dateTime(nextAccrualAt) })}
        </time>
      ),
    },
    status === 'in_progress' && {
      term: t('cabinet:deposits.one.remaining'),
      value: given(remaining, ({ income }) => exact(income)),
      note: given(remaining, ({ days }) => t('cabinet:deposits.one.remainingNote', { count: days })),
    },
    {
      term: t('cabinet:deposits.one.total'),
      value: given(deposit.total, exact),
      note: t('cabinet:deposits.one.totalNote'),
    },
  ]
}

function termsOf(deposit: Deposit, { t, amount, percent, dateTime }: I18n): Facts {
  const { id, currency, startedAt, endsAt, termDays, status } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  return [
    { term: t('cabinet:deposits.one.amount'), value: exact(deposit.amount), strong: true },
    {
      term: t('cabinet:deposits.one.percent'),
      value: given(deposit.dailyPercent, percent),
      note: t('cabinet:deposits.one.percentNote'),
    },
    {
      term: t('cabinet:deposits.one.min'),
      value: given(deposit.min, exact),
      note: t('cabinet:deposits.one.minNote'),
    },
    { term: t('cabinet:deposits.one.startedAt'), value: given(startedAt, time) },
    endsAt === null && {
      term: t('cabinet:deposits.one.termDays'),
      value: given(termDays, (count) => t('cabinet:deposits.one.days', { count })),
    },
    status === 'in_progress' && { term: t('cabinet:deposits.one.endsAt'), value: given(endsAt, time) },
    status !== 'closed' && {
      term: t('cabinet:deposits.one.closing'),
      value: given(deposit.closingPays, exact),
    },
    { term: t('cabinet:deposits.one.number'), value: <span translate="no">{id}</span> },
  ]
}

interface ChoiceProps {
  deposit: Deposit
  terms: DepositTerms
  remaining: Remaining | null
  /** For closing it; null if it can't be closed. */
  submission: string | null
}

/** The one decision of a deposit: close it once the first term is over, or leave it running. */
export function Choice({
  deposit,
  terms: { firstEndsAt, second, isOfPlan },
  remaining,
  submission,
}: ChoiceProps) {
  const { t, amount, percent, dateTime } = useI18n()
  const { currency, closingPays, term } = deposit
  const exact = (value: string) => amount(value, currency, { exact: true })
  const isAhead = term === null ? !canBeClosed(deposit) : term === 1
  return (
    <Section id="choice" title={t(`cabinet:deposits.choice.${isAhead ? 'title' : 'titleNow'}`)}>
      <Stack gap={4}>
        {isAhead && firstEndsAt !== null && (
          <p>{t('cabinet:deposits.choice.from', { time: dateTime(firstEndsAt) })}</p>
        )}
        <Columns className={styles.choices}>
          <Card>
            <h3>{t('cabinet:deposits.choice.close')}</h3>
            <p>
              {closingPays === null
                ? t('cabinet:deposits.choice.closeTextPlain')
                : t('cabinet:deposits.choice.closeText', { amount: exact(closingPays) })}
            </p>
            {submission !== null && (
              <div>
                <CloseLink deposit={deposit} submission={submission} />
              </div>
            )}
          </Card>
          <Card>
            <h3>{t('cabinet:deposits.choice.leave')}</h3>
            <p>
              {typeof second === 'string'
                ? t(`cabinet:deposits.choice.second.${second}`)
                : t('cabinet:deposits.choice.leaveText', {
                    count: term === 2 && remaining ? remaining.days : second.days,
                    percent: percent(second.percent),
                    day: exact(second.day),
                  })}
            </p>
            {canBeClosed(deposit) && (
              <div>
                <ButtonLink href={paths.deposits()}>{t('cabinet:deposits.choice.leaveButton')}</ButtonLink>
              </div>
            )}
          </Card>
        </Columns>
        {second !== 'none' && <Soft>{t('cabinet:deposits.choice.nothing')}</Soft>}
        {isOfPlan && <Soft small>{t('cabinet:deposits.choice.planNote')}</Soft>}
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
  const { status, term, canClose, endsAt, closedAt, closingPays, currency } = deposit
  switch (status) {
    case 'in_progress': {
      const words = canBeClosed(deposit) ? 'second' : 'locked'
      // No other field states which term ends here.
      const isOfThisTerm = term !== null || canClose !== null
      return [
        'info',
        endsAt !== null && isOfThisTerm
          ? t(`cabinet:deposits.one.${words}`, { time: dateTime(endsAt) })
          : t(`cabinet:deposits.one.${words}Plain`),
      ]
    }
    case 'awaiting_completion':
      return ['warning', t('cabinet:deposits.one.waiting')]
    case 'closed': {
      if (closedAt === null) return ['success', `${t('cabinet:deposits.close.already')}.`]
      const time = dateTime(closedAt)
      return [
        'success',
        closingPays === null
          ? t('cabinet:deposits.one.closedOn', { time })
          : t('cabinet:deposits.one.closed', {
              time,
              amount: amount(closingPays, currency, { exact: true }),
            }),
      ]
    }
    case 'unknown':
      return ['info', t('cabinet:deposits.one.unknown')]
  }
}
