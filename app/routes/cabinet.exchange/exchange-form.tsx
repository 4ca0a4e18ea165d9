import { AmountField, SelectField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { PastAmounts } from '~/layouts/amounts'
import { type PastExchange } from '~/investments/exchanges.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack, Soft } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { History } from './done'
import { type ShownExchangeOptions } from './exchange.server'
import { Amount } from '~/investments/amount'
import { Table } from '~/lists/table'
import { Section } from '~/ui/section/section'

interface ExchangeFieldsProps {
  options: ShownExchangeOptions
  /** Null if they can't be read now. */
  past: PastExchange[] | null
  /** By the address. */
  chosen: { from: string; to: string }
  lastResult: LastResult | null
  submission: string
}

/** The form with the present rates, which are not quoted yet. */
export function ExchangeFields({ options, past, ...form }: ExchangeFieldsProps) {
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('exchange:title')} lead={t('exchange:lead')} />
      {options.coins.length > 1 ? (
        <>
          <ExchangeForm options={options} {...form} />
          <Rates {...options} />
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

function ExchangeForm({ options, chosen, lastResult, submission }: Omit<ExchangeFieldsProps, 'past'>) {
  const { t, amount } = useI18n()
  const choose = { value: '', label: t('exchange:choose') }
  const free = options.coins.map((held) => ({
    value: held.coin,
    label: held.free === null ? held.coin : t('exchange:free', { amount: amount(held.free, held.coin) }),
  }))
  return (
    <PostForm action={paths.exchange()} lastResult={lastResult} submission={submission} defaults={chosen}>
      <SelectField name="from" label={t('exchange:from')} options={[choose, ...free]} />
      <SelectField
        name="to"
        label={t('exchange:to')}
        options={[choose, ...options.coins.map(({ coin }) => ({ value: coin, label: coin }))]}
      />
      <AmountField
        name="amount"
        label={t('exchange:amount')}
        hint={
          options.min === null
            ? t('exchange:amountHint')
            : t('exchange:amountHintMin', { min: amount(options.min, 'USDT', { exact: true }) })
        }
      />
      <SubmitButton>{t('common:action.continue')}</SubmitButton>
    </PostForm>
  )
}

/** What each coin is worth now, and how much of it is free. */
function Rates({ coins, spreadPercent, holdsRates }: ShownExchangeOptions) {
  const { t, percent } = useI18n()
  return (
    <Section id="rates" title={t('exchange:rates.title')}>
      <Stack gap={3}>
        <Soft>{t(holdsRates ? 'exchange:rates.text' : 'exchange:rates.textPlain')}</Soft>
        {spreadPercent !== null && <p>{t('exchange:spread.lead', { percent: percent(spreadPercent) })}</p>}
        <Table
          caption={t('exchange:rates.title')}
          captionHidden
          rows={coins}
          rowKey={({ coin }) => coin}
          columns={[
            {
              key: 'coin',
              label: t('exchange:rates.coin'),
              lead: true,
              cell: ({ coin, title }) => (title === null || title === coin ? coin : `${title}, ${coin}`),
            },
            {
              key: 'rate',
              label: t('exchange:rates.rate'),
              figures: true,
              cell: ({ rate }) => <Amount value={rate} currency="USDT" exact />,
            },
            {
              key: 'free',
              label: t('exchange:rates.free'),
              figures: true,
              cell: ({ coin, free }) => given(free, (value) => <Amount value={value} currency={coin} />),
            },
          ]}
        />
      </Stack>
    </Section>
  )
}
