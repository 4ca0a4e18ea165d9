import { CurrentPasswordField } from '~/forms/current-password-field'
import { TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type Contacts } from './form.server'

interface ContactsFieldsProps {
  contacts: { [Name in keyof Contacts]-?: string | null }
  lastResult?: LastResult
}

/** How the investor is reached. What follows from a new number is said before it is sent. */
export function ContactsFields({ contacts, lastResult }: ContactsFieldsProps) {
  const { t } = useI18n()
  return (
    <PostForm id="contacts-form" key={JSON.stringify(contacts)} lastResult={lastResult} defaults={contacts}>
      <TextField
        name="email"
        type="email"
        label={t('settings:profile.email')}
        autoComplete="email"
        maxLength={254}
        optional={contacts.email === null}
      />
      <TextField
        name="phone"
        type="tel"
        label={t('settings:profile.phone')}
        hint={t('settings:profile.phoneHint')}
        autoComplete="tel"
        maxLength={32}
      />
      <TextField
        name="country"
        label={t('settings:profile.country')}
        autoComplete="country-name"
        maxLength={80}
        optional
      />
      <TextField
        name="city"
        label={t('settings:profile.city')}
        autoComplete="address-level2"
        maxLength={80}
        optional
      />
      <TextField name="instagram" label={t('settings:profile.instagram')} {...account} />
      <TextField name="telegram" label={t('settings:profile.telegram')} {...account} />
      <TextField name="vk" label={t('settings:profile.vk')} {...account} />
      <CurrentPasswordField hint={t('settings:profile.passwordHint')} />
      <SubmitButton>{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}

/** A name at some other service. */
const account = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 80,
  optional: true,
} as const
