import { type WalletList } from '~/contract/extensions/wallet-list'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { Table } from '~/ui/table/table'

/** The saved wallets, each with the time from which money may go there. */
export function ListedWallets({ wallets }: { wallets: WalletList['wallets'] }) {
  const { t, dateTime } = useI18n()
  return (
    <Table
      caption={t('security:walletList.wallets')}
      captionHidden
      rows={wallets}
      rowKey={({ system }) => system}
      columns={[
        {
          key: 'network',
          label: t('security:walletList.network'),
          lead: true,
          cell: ({ network }) => network,
        },
        {
          key: 'address',
          label: t('security:walletList.address'),
          cell: ({ address }) => <Address value={address} />,
        },
        {
          key: 'rests',
          label: t('security:walletList.from'),
          cell: ({ restsUntil }) =>
            restsUntil === null ? (
              t('security:walletList.now')
            ) : (
              <time dateTime={restsUntil}>{dateTime(restsUntil)}</time>
            ),
        },
      ]}
    />
  )
}
