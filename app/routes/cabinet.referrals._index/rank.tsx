import { PublicAmounts } from '~/layouts/amounts'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { compare } from '~/money/decimal'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import { Tag } from '~/ui/tag/tag'
import { RankTable } from './rank-table'
import { type RankView } from './rank.server'

const rewards = ['referral', 'matching', 'bonus'] as const

/** The rank, the way to the next one, and all that partners have brought. */
export function Rank({ rank }: { rank: RankView | null }) {
  const { t, amount } = useI18n()
  return (
    <Section id="rank" title={t('partners:rank.title')}>
      {rank ? (
        <Stack gap={5}>
          <Held {...rank} />
          <DescriptionList
            figures
            facts={[
              ...rewards.map((kind) => ({
                term: t(`common:operation.${kind}`),
                value: <Amount value={rank.accruals[kind]} currency="USDT" />,
              })),
              {
                term: t('partners:rank.total'),
                value: <Amount value={rank.accruals.total} currency="USDT" />,
                strong: true,
                note:
                  rank.rewardsHeld &&
                  compare(rank.rewardsHeld.total, '0') > 0 &&
                  t('partners:held.part', { amount: amount(rank.rewardsHeld.total, 'USDT') }),
              },
            ]}
          />
          {rank.ranks.length > 0 && (
            <Disclosure title={t('partners:rank.all')}>
              <PublicAmounts>
                <RankTable ranks={rank.ranks} held={rank.held} />
              </PublicAmounts>
            </Disclosure>
          )}
        </Stack>
      ) : (
        <Alert meaning="warning" title={t('partners:rank.failed')}>
          {t('partners:rank.failedText')}
        </Alert>
      )}
    </Section>
  )
}

function Held({ held, next, turnover }: RankView) {
  const { t, amount } = useI18n()
  return (
    <Stack gap={3}>
      <Cluster>
        {held ? (
          <Tag icon="wave" meaning="info">
            {t(`partners:rank.name.${held}`)}
          </Tag>
        ) : (
          <Tag icon="wave">{t('partners:rank.none')}</Tag>
        )}
        <Soft>{t('partners:rank.text')}</Soft>
      </Cluster>
      {next ? (
        <Progress
          value={next.done}
          max={1}
          label={t('partners:rank.turnover', { turnover: amount(turnover, 'USDT') })}
          rest={t('partners:rank.left', {
            left: amount(next.left, 'USDT'),
            rank: t(`partners:rank.name.${next.rank}`),
          })}
        />
      ) : (
        held && <p>{t('partners:rank.highest', { turnover: amount(turnover, 'USDT') })}</p>
      )}
    </Stack>
  )
}
