import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { operatorPaths } from '~/operator-paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'

type Summary = CallAnswer<typeof house.summary>
type Accounts = NonNullable<Summary['accounts']>
type Supply = NonNullable<Summary['addresses']>

/** How many receiving addresses are left for investors without one. At zero no new investor can top up. */
export function Addresses({ addresses, mayAdd }: { addresses: Supply; mayAdd: boolean }) {
  const { t, number } = useI18n()
  const noteOf = ({ system, free, isLow }: Supply[number]) =>
    isLow && (
      <>
        {t(free === 0 ? 'operator:addresses.none' : 'operator:addresses.low')}
        {mayAdd && (
          <>
            .{' '}
            <Link href={operatorPaths.paymentSystemAddresses(system)}>
              {t('operator:today.addresses.add')}
            </Link>
          </>
        )}
      </>
    )
  return (
    <Section id="addresses" title={t('operator:summary.addresses')}>
      <Stack gap={4}>
        <Soft small>{t('operator:today.addresses.text')}</Soft>
        <DescriptionList
          figures
          facts={addresses.map((one) => ({ term: one.title, value: number(one.free), note: noteOf(one) }))}
        />
      </Stack>
    </Section>
  )
}

/** What the house holds and owes: a row for each account, a column for each currency. */
export function House({ accounts, users }: { accounts: Accounts; users: number }) {
  const { t, number } = useI18n()
  const currencies = [...new Set(accounts.map(({ currency }) => currency))]
  const columns: Column<string>[] = [
    {
      key: 'account',
      label: t('operator:house.account'),
      lead: true,
      cell: (account) => (account in words ? t(words[account as keyof typeof words]) : account),
    },
    ...currencies.map((currency) => ({
      key: currency,
      label: currency,
      figures: true,
      cell: (account: string) => {
        const found = accounts.find((one) => one.account === account && one.currency === currency)
        return found ? <Amount value={found.balance} currency={null} exact /> : null
      },
    })),
  ]
  return (
    <Section
      id="house"
      title={t('operator:summary.house')}
      aside={
        <Soft small>
          {t('operator:summary.users')}: {number(users)}
        </Soft>
      }
    >
      {accounts.length === 0 ? (
        <Soft>{t('operator:house.empty')}</Soft>
      ) : (
        <Table
          caption={t('operator:summary.house')}
          captionHidden
          columns={columns}
          rows={[...new Set(accounts.map(({ account }) => account))]}
          rowKey={(account) => account}
          missing=""
        />
      )}
    </Section>
  )
}

/** The house's accounts (docs/rules.md); an upstream's others are shown under their own names. */
const words = {
  outside: 'operator:house.outside',
  fees: 'operator:house.fees',
  yield: 'operator:house.yield',
  rewards: 'operator:house.rewards',
  exchange: 'operator:house.exchange',
  subscriptions: 'operator:house.subscriptions',
  balance: 'operator:house.investorBalance',
  balance_dep: 'operator:house.investorDeposits',
  held: 'operator:house.investorHeld',
  rewards_held: 'operator:house.investorRewards',
} as const satisfies Record<string, TextKey>
