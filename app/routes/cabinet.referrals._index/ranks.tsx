import { PublicAmounts } from '~/layouts/amounts'
import { inUsdt } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { compare } from '~/money/decimal'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import { Tag } from '~/ui/tag/tag'
import { type RankView } from './referrals.server'
import { type Column } from '~/ui/table/table'
import { Table } from '~/lists/table'
import { given } from '~/locale/given'
import { type SettingValue } from '~/contract/settings'

const rewards = ['referral', 'matching', 'bonus'] as const

/**
 * The rank, the distance to the next one, and all that partners have brought.
 * @param rank null if it could not be read; undefined if this upstream has none
 */
export function Rank({ rank }: { rank: RankView | null | undefined }) {
  const { t, amount } = useI18n()
  if (rank === undefined) return null
  return (
    <Section id="rank" title={t('partners:rank.title')}>
      {rank ? (
        <Stack gap={5}>
          {(rank.held !== null || rank.turnover !== null) && <Held {...rank} />}
          <DescriptionList
            figures
            facts={[
              ...rewards.map((kind) => ({
                term: t(`common:operation.${kind}`),
                value: given(rank.accruals[kind], inUsdt),
              })),
              {
                term: t('partners:rank.total'),
                value: given(rank.accruals.total, inUsdt),
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

function Held({ held, next, turnover, isHighest }: RankView) {
  const { t, amount } = useI18n()
  const reached = given(turnover, (value) => amount(value, 'USDT'))
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
      {next && reached !== null && (
        <Progress
          value={next.done}
          max={1}
          label={t('partners:rank.turnover', { turnover: reached })}
          rest={t('partners:rank.left', {
            left: amount(next.left, 'USDT'),
            rank: t(`partners:rank.name.${next.rank}`),
          })}
        />
      )}
      {isHighest && reached !== null && <p>{t('partners:rank.highest', { turnover: reached })}</p>}
    </Stack>
  )
}

/** The goal and the bonus of each rank; the current one is marked. */
function RankTable({ ranks, held }: Pick<RankView, 'ranks' | 'held'>) {
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
          cell: ({ turnover }) => inUsdt(turnover),
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
          cell: ({ bonus }) => given(bonus, inUsdt),
        },
      ]}
    />
  )
}

/** A level, and its totals as far as they are known. */
interface Level {
  level: number
  partners: number | null
  turnover: string | null
}

interface LevelsProps {
  /** Null without totals: then the levels with a share are listed. */
  levels: readonly Level[] | null
  /** Percent of a partner's deposit by level; null if the upstream does not provide it. */
  shares: SettingValue<'referral'> | null
}

/** How the programme pays, and what each level has come to. */
export function Levels({ levels: ownLevels, shares }: LevelsProps) {
  const { t, number, percent } = useI18n()
  const levels = ownLevels ?? (shares ?? []).map(({ level }) => ({ level, partners: null, turnover: null }))
  const shareOf = (level: number) => shares?.find((share) => share.level === level)?.percent
  const columns: Column<Level>[] = [
    {
      key: 'level',
      label: t('partners:column.level'),
      lead: true,
      cell: ({ level }) => <Who level={level} />,
    },
    {
      key: 'share',
      label: t('partners:levels.share'),
      figures: true,
      phone: 'labelled',
      cell: ({ level }) => {
        const share = shareOf(level)
        return share === undefined ? null : percent(share)
      },
    },
    {
      key: 'partners',
      label: t('partners:column.partners'),
      figures: true,
      phone: 'labelled',
      cell: ({ partners }) => given(partners, number),
    },
    {
      key: 'turnover',
      label: t('partners:column.turnover'),
      figures: true,
      phone: 'figure',
      cell: ({ turnover }) => given(turnover, inUsdt),
    },
  ]
  return (
    <Section id="levels" title={t('partners:levels.title')}>
      <Stack gap={4}>
        <Stack gap={2} width="reading">
          <p>{t('partners:levels.referral')}</p>
          <p>{t('partners:levels.matching')}</p>
          <Soft>{t('partners:levels.free')}</Soft>
        </Stack>
        {levels.length > 0 && (
          <Table
            caption={t('partners:levels.title')}
            captionHidden
            compact
            rows={levels}
            rowKey={({ level }) => String(level)}
            columns={columns}
          />
        )}
      </Stack>
    </Section>
  )
}

/** A level, and a description of its partners. */
function Who({ level }: { level: number }) {
  const { t, has } = useI18n()
  const who = `partners:levels.who${level}`
  return (
    <>
      {t('partners:level', { level })}
      {has(who) && <Soft small>{t(who)}</Soft>}
    </>
  )
}
