import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Cluster } from '~/ui/layout/layout'
import { Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'
import { type RankView } from './rank.server'

/** What each rank asks for and brings; the one that is held is marked. */
export function RankTable({ ranks, held }: Pick<RankView, 'ranks' | 'held'>) {
  const { t, percent } = useI18n()
  return (
    <Table
      caption={t('partners:rank.all')}
      captionHidden
      rows={ranks}
      rowKey={({ rank }) => rank}
      columns={[
        {
          key: 'rank',
          label: t('partners:rank.rank'),
          lead: true,
          cell: ({ rank }) => (
            <Cluster gap={2}>
              {t(`partners:rank.name.${rank}`)}
              {rank === held && (
                <Tag icon="check" meaning="success">
                  {t('partners:rank.yours')}
                </Tag>
              )}
            </Cluster>
          ),
        },
        {
          key: 'turnover',
          label: t('partners:rank.from'),
          figures: true,
          cell: ({ turnover }) => <Amount value={turnover} currency="USDT" />,
        },
        {
          key: 'percent',
          label: t('partners:rank.matching'),
          figures: true,
          cell: ({ percent: share }) => percent(share),
        },
        {
          key: 'bonus',
          label: t('partners:rank.bonus'),
          figures: true,
          cell: ({ bonus }) =>
            bonus === null ? t('partners:rank.noBonus') : <Amount value={bonus} currency="USDT" />,
        },
      ]}
    />
  )
}
