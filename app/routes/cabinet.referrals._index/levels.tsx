import { type SettingValue } from '~/contract/settings'
import { type PartnersPage } from '~/contract/user'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'

type Level = PartnersPage['summary']['levels'][number]

interface LevelsProps {
  levels: readonly Level[]
  /** Percent of a partner's deposit by level; null where the upstream does not tell. */
  shares: SettingValue<'referral'> | null
}

/** How the programme pays, and what each level has come to. */
export function Levels({ levels, shares }: LevelsProps) {
  const { t, number, percent } = useI18n()
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
      cell: ({ level }) => {
        const share = shareOf(level)
        return share === undefined ? t('partners:levels.noShare') : percent(share)
      },
    },
    {
      key: 'partners',
      label: t('partners:column.partners'),
      figures: true,
      cell: ({ partners }) => number(partners),
    },
    {
      key: 'turnover',
      label: t('partners:column.turnover'),
      figures: true,
      cell: ({ turnover }) => <Amount value={turnover} currency="USDT" />,
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
        <Table
          caption={t('partners:levels.title')}
          captionHidden
          rows={levels}
          rowKey={({ level }) => String(level)}
          columns={columns.filter(({ key }) => shares !== null || key !== 'share')}
        />
      </Stack>
    </Section>
  )
}

/** A level, and who stands on it. */
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
