import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { type ShownExchangeOptions } from './options.server'

/** What each coin is worth now, and how much of it is free. */
export function Rates({ coins, spreadPercent }: Pick<ShownExchangeOptions, 'coins' | 'spreadPercent'>) {
  const { t, percent } = useI18n()
  return (
    <Section id="rates" title={t('exchange:rates.title')}>
      <Stack gap={3}>
        <Soft>{t('exchange:rates.text')}</Soft>
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
              cell: ({ coin, title }) => (title === coin ? coin : `${title}, ${coin}`),
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
              cell: ({ coin, free }) => <Amount value={free} currency={coin} />,
            },
          ]}
        />
      </Stack>
    </Section>
  )
}
