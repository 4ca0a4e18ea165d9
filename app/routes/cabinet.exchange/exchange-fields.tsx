import { AmountField, SelectField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { PastAmounts } from '~/layouts/amounts'
import { type PastExchange } from '~/investments/exchanges.server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { History } from './history'
import { type ShownExchangeOptions } from './options.server'
import { Rates } from './rates'

interface ExchangeFieldsProps {
  offer: ShownExchangeOptions
  /** Null where they can't be shown just now. */
  past: PastExchange[] | null
  /** By the address. */
  chosen: { from: string; to: string }
  lastResult: LastResult | null
  submission: string
}

/** What to exchange; the rates beside it are those of this moment, and hold for nothing yet. */
export function ExchangeFields({ offer, past, ...form }: ExchangeFieldsProps) {
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('exchange:title')} lead={t('exchange:lead')} />
      {offer.coins.length > 1 ? (
        <>
          <ExchangeForm offer={offer} {...form} />
          <Rates {...offer} />
        </>
      ) : (
        <EmptyState title={t('exchange:closed')} icon="exchange">
          {t('exchange:closedText')}
        </EmptyState>
      )}
      {past && past.length > 0 && (
        <PastAmounts>
          <History exchanges={past} />
        </PastAmounts>
      )}
    </Stack>
  )
}

function ExchangeForm({ offer, chosen, lastResult, submission }: Omit<ExchangeFieldsProps, 'past'>) {
  const { t, amount } = useI18n()
  const choose = { value: '', label: t('exchange:choose') }
  const free = offer.coins.map((held) => ({
    value: held.coin,
    label: t('exchange:free', { amount: amount(held.free, held.coin) }),
  }))
  return (
    <PostForm action={paths.exchange()} lastResult={lastResult} submission={submission} defaults={chosen}>
      <SelectField name="from" label={t('exchange:from')} options={[choose, ...free]} />
      <SelectField
        name="to"
        label={t('exchange:to')}
        options={[choose, ...offer.coins.map(({ coin }) => ({ value: coin, label: coin }))]}
      />
      <AmountField
        name="amount"
        label={t('exchange:amount')}
        hint={
          offer.min === null
            ? t('exchange:amountHint')
            : t('exchange:amountHintMin', { min: amount(offer.min, 'USDT', { exact: true }) })
        }
      />
      <SubmitButton>{t('common:action.continue')}</SubmitButton>
    </PostForm>
  )
}
