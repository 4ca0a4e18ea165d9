import { type WalletList } from '~/contract/extensions/wallet-list'
import { useI18n } from '~/locale/context'

/** Whether withdrawals go to saved wallets alone, in one sentence. */
export function WalletListState({ list: { on, endsAt } }: { list: WalletList }) {
  const { t, dateTime } = useI18n()
  if (!on) return <p>{t('security:walletList.off')}</p>
  return (
    <p>
      {endsAt ? t('security:walletList.ending', { time: dateTime(endsAt) }) : t('security:walletList.on')}
    </p>
  )
}
