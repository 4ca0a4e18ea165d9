import { CodeField } from '~/forms/code-field'
import { StepUpField } from '~/forms/step-up-field'
import { TextField, SelectField } from '~/forms/fields'
import { Kept } from '~/forms/kept'
import { HiddenFields } from '~/forms/plain-form'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { keyOfShown } from '~/forms/shown-values'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type Contacts } from './profile.server'
import { useMaritalStatuses } from '~/identity/marital-statuses'
import { type Person } from '~/identity/person.server'
import { personIntent, emailIntents } from './intent'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Pair, Stack } from '~/ui/layout/layout'

interface ContactsFieldsProps {
  contacts: { [Name in keyof Contacts]-?: string | null }
  lastResult?: LastResult
  emailHint: string
}

/** Phone and e-mail. The consequence of a new number is stated before it is sent. */
export function ContactsFields({ contacts, lastResult, emailHint }: ContactsFieldsProps) {
  const { t } = useI18n()
  const shown = JSON.stringify(contacts)
  // Open where there is something to see: a name, or what is wrong with it.
  const hasAccounts = accounts.some((name) => contacts[name] || lastResult?.error?.[name])
  return (
    <PostForm
      id="contacts-form"
      key={keyOfShown(shown, lastResult)}
      lastResult={lastResult}
      defaults={{ ...contacts, shown }}
    >
      <Kept name="shown" />
      <TextField
        name="email"
        type="email"
        label={t('settings:profile.email')}
        hint={emailHint}
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
      <Pair>
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
      </Pair>
      <Disclosure title={t('settings:profile.accounts')} isOpen={hasAccounts}>
        <Stack gap={4}>
          {accounts.map((name) => (
            <TextField key={name} name={name} label={t(`settings:profile.${name}`)} {...account} />
          ))}
        </Stack>
      </Disclosure>
      <StepUpField hint={t('settings:profile.passwordHint')} />
      <SubmitButton>{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}

const accounts = ['instagram', 'telegram', 'vk'] as const

/** A name at some other service. */
const account = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 80,
  optional: true,
} as const

/** Who the investor is: all of it may be left out. */
export function PersonFields({ person, lastResult }: { person: Person; lastResult?: LastResult }) {
  const { t } = useI18n()
  const statuses = useMaritalStatuses()
  const shown = JSON.stringify(person)
  return (
    <PostForm
      id="person-form"
      key={keyOfShown(shown, lastResult)}
      lastResult={lastResult}
      defaults={{ ...person, shown }}
    >
      <Kept name="shown" />
      <HiddenFields values={{ intent: personIntent }} />
      <TextField
        name="fullName"
        label={t('settings:person.fullName')}
        autoComplete="name"
        maxLength={200}
        optional
      />
      <Pair>
        <TextField
          name="birthDate"
          type="date"
          label={t('settings:person.birthDate')}
          autoComplete="bday"
          optional
        />
        <SelectField
          name="maritalStatus"
          label={t('settings:person.maritalStatus')}
          options={statuses}
          optional
        />
      </Pair>
      <SubmitButton variant="secondary">{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}

interface EmailConfirmationProps {
  /** The address that waits for its code. */
  email: string
  /** Of whichever of the two forms was answered. */
  lastResult?: LastResult
}

/** The code for an unconfirmed e-mail, and a form for another one. */
export function EmailConfirmation({ email, lastResult }: EmailConfirmationProps) {
  const { t } = useI18n()
  const answered = lastResult?.initialValue?.['intent']
  const resultOf = (intent: string) => (answered === intent ? lastResult : undefined)
  return (
    <Stack gap={4}>
      <p>{t('settings:email.lead', { email })}</p>
      <PostForm id="email-code" lastResult={resultOf(emailIntents.confirm)}>
        <HiddenFields values={{ intent: emailIntents.confirm, pendingEmail: email }} />
        <CodeField label={t('settings:email.code')} hint={t('settings:email.codeHint')} />
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
      <PostForm id="email-resend" lastResult={resultOf(emailIntents.resend)}>
        <HiddenFields values={{ intent: emailIntents.resend }} />
        <SubmitButton variant="secondary">{t('settings:email.resend')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
