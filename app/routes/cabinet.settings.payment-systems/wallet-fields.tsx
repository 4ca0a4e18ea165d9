import { useField } from '@conform-to/react'
import { StepUpField } from '~/forms/step-up-field'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { Kept } from '~/forms/kept'
import { keyOfShown } from '~/forms/shown-values'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { Address } from '~/ui/address/address'
import { SettingDisclosure, SettingRows } from '~/ui/setting-rows/setting-rows'
import { TextInput } from '~/ui/text-input/text-input'
import { addressesBySystem } from './addresses-by-system'
import { type SystemWallet } from './wallets.server'

interface WalletFieldsProps {
  wallets: readonly SystemWallet[]
  lastResult?: LastResult
}

/** One address a system: typed to be saved, changed, or emptied to be removed. */
export function WalletFields({ wallets, lastResult }: WalletFieldsProps) {
  const { t } = useI18n()
  const typed = wallets.map(({ system, address }) => ({ system, address }))
  const shown = JSON.stringify(addressesBySystem(wallets))
  return (
    <PostForm
      key={keyOfShown(shown, lastResult)}
      lastResult={lastResult}
      defaults={{ wallets: typed, shown }}
      width="reading"
    >
      <Kept name="shown" />
      <SettingRows>
        {wallets.map((wallet, at) => (
          <WalletRow key={wallet.system} wallet={wallet} at={at} />
        ))}
      </SettingRows>
      <StepUpField hint={t('settings:wallets.passwordHint')} />
      <SubmitButton>{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}

/** The saved address, and the field to change it in: open where there is something to read or to send in it. */
function WalletRow({ wallet, at }: { wallet: SystemWallet; at: number }) {
  const i18n = useI18n()
  const { t } = i18n
  const { system, title, address } = wallet
  const name = `wallets[${at}].address`
  const [{ id, errors, initialValue = '' }] = useField<string>(name)
  const error = errors?.[0]
  return (
    <SettingDisclosure
      icon="wallet"
      title={title}
      action={t(address === '' ? 'settings:wallets.add' : 'settings:wallets.change')}
      isOpen={error !== undefined || initialValue !== address}
      state={address === '' ? t('settings:wallets.notSaved') : <Address value={address} />}
    >
      <HiddenFields values={{ [`wallets[${at}].system`]: system }} />
      <TextInput
        id={id}
        name={name}
        label={t('settings:wallets.address', { system: title })}
        hint={hintOf(wallet, i18n)}
        error={error}
        defaultValue={initialValue}
        autoComplete="off"
        maxLength={256}
        variant="address"
      />
    </SettingDisclosure>
  )
}

/** The network, unless the title names it, and when the address was saved, as far as they are known. */
function hintOf({ title, network, address, updatedAt }: SystemWallet, { t, date }: I18n): string {
  const on =
    network !== null && title.includes(network)
      ? null
      : given(network, (name) => t('settings:wallets.network', { network: name }))
  const saved = given(address === '' ? null : updatedAt, (day) =>
    t('settings:wallets.saved', { date: date(day) }),
  )
  return [on, saved].filter(Boolean).join('. ')
}
