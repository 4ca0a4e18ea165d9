import { boundsText } from '~/investments/bounds'
import { planName } from '~/investments/names'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { type TariffFigures } from '~/site/tariffs.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'

/** What each tariff pays a day and over its terms, one below the other. */
export function Tiers({ tariffs }: { tariffs: TariffFigures[] | null }) {
  const i18n = useI18n()
  const { t, percent } = i18n
  if (!tariffs || tariffs.length === 0)
    return <EmptyState title={t('site:home.noPlans')}>{t('site:home.noPlansText')}</EmptyState>
  return (
    <Stack gap={4}>
      <p>{t('site:investors.tiersText')}</p>
      <Table
        caption={t('site:investors.tiers')}
        captionHidden
        rows={tariffs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'tariff',
            label: t('site:investors.tariff'),
            lead: true,
            cell: (plan) => planName(plan, i18n),
          },
          {
            key: 'bounds',
            label: t('site:investors.bounds'),
            cell: (tariff) => boundsText(i18n, tariff, 'USDT'),
          },
          {
            key: 'perDay',
            label: t('site:investors.perDay'),
            figures: true,
            cell: ({ dailyPercent }) => percent(dailyPercent),
          },
          {
            key: 'overTerm',
            label: t('site:investors.overTerm'),
            figures: true,
            cell: ({ firstTermPercent, termDays }) =>
              t('site:investors.inDays', { count: termDays, percent: percent(firstTermPercent) }),
          },
          {
            key: 'overBoth',
            label: t('site:investors.overBoth'),
            figures: true,
            cell: ({ extension, termDays }) =>
              extension
                ? t('site:investors.inDays', {
                    count: termDays + extension.days,
                    percent: percent(extension.bothTermsPercent),
                  })
                : t('site:investors.noSecond'),
          },
        ]}
      />
    </Stack>
  )
}
