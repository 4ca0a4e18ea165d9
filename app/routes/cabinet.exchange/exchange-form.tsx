import { AmountField, SelectField, useChosen } from '~/forms/fields'
import { ReceiptButton, WholeBalance, useLiveAnswer } from '~/forms/live-amount'
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
import { type ExchangeReceipt, type ShownExchangeOptions, type TypedExchange } from './exchange.server'
import { Receipt } from './review'
import { type loader } from './route'
import { Composer, allOfItId } from '~/ui/composer/composer'
import { Amount } from '~/investments/amount'
import { Table } from '~/lists/table'
import { Section } from '~/ui/section/section'

interface ExchangeFieldsProps {
  options: ShownExchangeOptions
  /** Null if they can't be read now. */
  past: PastExchange[] | null
  /** By the address. */
  typed: TypedExchange
  receipt: ExchangeReceipt
  lastResult: LastResult | null
  submission: string
}

/** The form with the present rates, which are not quoted yet. */
export function ExchangeFields({ options, past, ...form }: ExchangeFieldsProps) {
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      {options.coins.length > 1 ? (
        <>
          <Stack gap={4}>
            <PageHeader title={t('exchange:title')} />
            <ExchangeForm options={options} {...form} />
          </Stack>
          <Rates {...options} />
        </>
      ) : (
        <>
          <PageHeader title={t('exchange:title')} />
          <EmptyState title={t('exchange:closed')} icon="exchange">
            {t('exchange:closedText')}
          </EmptyState>
        </>
      )}
      {past && past.length > 0 && (
        <PastAmounts>
          <History exchanges={past} />
        </PastAmounts>
      )}
    </Stack>
  )
}

function ExchangeForm({
  options,
  typed,
  receipt: loaded,
  lastResult,
  submission,
}: Omit<ExchangeFieldsProps, 'past'>) {
  return (
    <PostForm
      action={paths.exchange()}
      lastResult={lastResult}
      submission={submission}
      defaults={{ ...typed, amount: typed.amount ?? '' }}
      width="full"
    >
      <ExchangeComposer options={options} typed={typed} receipt={loaded} />
    </PostForm>
  )
}

type ComposerProps = Pick<ExchangeFieldsProps, 'options' | 'typed' | 'receipt'>

/** What is given, with what is got for it at the present rate. */
function ExchangeComposer({ options, typed, receipt: loaded }: ComposerProps) {
  const { t } = useI18n()
  const from = useChosen('from')
  const { answer, live } = useLiveAnswer<typeof loader>(
    paths.exchange({ ...typed, amount: typed.amount ?? '' }),
    (field) => paths.exchange({ from: field('from'), to: field('to'), amount: field('amount') }),
  )
  const { problem, figures, example } = answer?.receipt ?? loaded
  const given = options.coins.find(({ coin }) => coin === from)
  const choose = { value: '', label: t('exchange:choose') }
  const all = options.coins.map(({ coin }) => ({ value: coin, label: coin }))
  return (
    <Composer
      live={live}
      amount={
        <AmountField
          name="amount"
          label={t('exchange:amount')}
          problem={problem ?? undefined}
          describedBy={given && allOfItId}
          large
        />
      }
      currency={<SelectField name="from" label={t('exchange:from')} options={[choose, ...all]} tall />}
      all={
        given && (
          <WholeBalance
            free={given.free}
            currency={given.coin}
            href={(whole) => paths.exchange({ from: given.coin, to: typed.to, amount: whole })}
          />
        )
      }
      receipt={<Receipt figures={figures} example={example} {...options} />}
      buttons={
        <>
          <SubmitButton>{t('common:action.continue')}</SubmitButton>
          <ReceiptButton />
        </>
      }
    >
      <SelectField name="to" label={t('exchange:to')} options={[choose, ...all]} />
    </Composer>
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
          compact
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
              phone: 'figure',
              cell: ({ rate }) => <Amount value={rate} currency="USDT" exact={isSmall(rate)} />,
            },
            {
              key: 'free',
              label: t('exchange:rates.free'),
              figures: true,
              phone: 'labelled',
              cell: ({ coin, free }) => given(free, (value) => <Amount value={value} currency={coin} />),
            },
          ]}
        />
      </Stack>
    </Section>
  )
}

/** A price of less than a unit would lose what tells it from others. */
const isSmall = (rate: string) => /^0*\./.test(rate) || /^0+(\.|$)/.test(rate)
