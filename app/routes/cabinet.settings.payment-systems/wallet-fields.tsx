import { CurrentPasswordField } from '~/forms/current-password-field'
import { HiddenFields, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type SystemWallet } from './wallets.server'

interface WalletFieldsProps {
  wallets: readonly SystemWallet[]
  lastResult?: LastResult
}

/** One address a system: typed to be saved, changed, or emptied to be removed. */
export function WalletFields({ wallets, lastResult }: WalletFieldsProps) {
  const { t, date } = useI18n()
  const typed = wallets.map(({ system, address }) => ({ system, address }))
  return (
    <PostForm
      key={JSON.stringify(typed)}
      lastResult={lastResult}
      defaults={{ wallets: typed }}
      width="reading"
    >
      {wallets.map(({ system, title, network, updatedAt }, at) => (
        <div key={system}>
          <HiddenFields values={{ [`wallets[${at}].system`]: system }} />
          <TextField
            name={`wallets[${at}].address`}
            label={title}
            hint={
              updatedAt === null
                ? t('settings:wallets.notSaved', { network })
                : t('settings:wallets.saved', { network, date: date(updatedAt) })
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={256}
            look="address"
            optional
          />
        </div>
      ))}
      <CurrentPasswordField hint={t('settings:wallets.passwordHint')} />
      <SubmitButton>{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}
