import { StepUpField } from '~/forms/step-up-field'
import { TextField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { given } from '~/locale/given'
import { type SystemWallet } from './wallets.server'

interface WalletFieldsProps {
  wallets: readonly SystemWallet[]
  lastResult?: LastResult
}

/** One address a system: typed to be saved, changed, or emptied to be removed. */
export function WalletFields({ wallets, lastResult }: WalletFieldsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const typed = wallets.map(({ system, address }) => ({ system, address }))
  return (
    <PostForm
      key={JSON.stringify(typed)}
      lastResult={lastResult}
      defaults={{ wallets: typed }}
      width="reading"
    >
      {wallets.map((wallet, at) => (
        <div key={wallet.system}>
          <HiddenFields values={{ [`wallets[${at}].system`]: wallet.system }} />
          <TextField
            name={`wallets[${at}].address`}
            label={wallet.title}
            hint={hintOf(wallet, i18n)}
            autoComplete="off"
            maxLength={256}
            variant="address"
            optional
          />
        </div>
      ))}
      <StepUpField hint={t('settings:wallets.passwordHint')} />
      <SubmitButton>{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}

/** The network, and when the address was saved, as far as they are known. */
function hintOf({ network, address, updatedAt }: SystemWallet, { t, date }: I18n): string {
  const on = given(network, (name) => t('settings:wallets.network', { network: name }))
  const saved = given(updatedAt, (day) => t('settings:wallets.saved', { date: date(day) }))
  return [on, address === '' ? t('settings:wallets.notSaved') : saved].filter(Boolean).join('. ')
}
