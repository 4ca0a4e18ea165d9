import { RadioField, TextField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Address } from '~/ui/address/address'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type SavedWallet } from './wallets.server'

/** Where the money goes: one of the saved wallets, or an address that is typed. */
export function Destination({ wallets }: { wallets: readonly SavedWallet[] }) {
  const { t } = useI18n()
  return (
    <>
      {wallets.length > 0 && <SavedWallets wallets={wallets} />}
      <TextField
        name="wallet"
        label={t(
          wallets.length > 0 ? 'cabinet:withdrawals.new.otherWallet' : 'cabinet:withdrawals.new.wallet',
        )}
        hint={t('cabinet:withdrawals.new.walletHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        look="address"
      />
      <Soft small>
        <Link href={paths.settings('payment-systems')}>{t('cabinet:withdrawals.new.saveWallets')}</Link>
      </Soft>
    </>
  )
}

function SavedWallets({ wallets }: { wallets: readonly SavedWallet[] }) {
  const { t } = useI18n()
  const choices = wallets.map(({ address, titles, networks }) => ({
    value: address,
    title: titles.join(', '),
    side: networks.join(', '),
    text: <Address value={address} />,
  }))
  const other = { value: '', title: t('cabinet:withdrawals.new.other') }
  return <RadioField name="saved" label={t('cabinet:withdrawals.new.saved')} choices={[...choices, other]} />
}
