import { type Deposit } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type Meaning, Alert } from '~/ui/alert/alert'

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
