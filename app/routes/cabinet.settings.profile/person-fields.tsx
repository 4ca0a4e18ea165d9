import { HiddenFields, SelectField, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useMaritalStatuses } from '~/identity/marital-statuses'
import { type Person } from '~/identity/person.server'
import { personIntent } from './intent'

/** Who the investor is: all of it may be left out. */
export function PersonFields({ person, lastResult }: { person: Person; lastResult?: LastResult }) {
  const { t } = useI18n()
  const statuses = useMaritalStatuses()
  return (
    <PostForm id="person-form" key={JSON.stringify(person)} lastResult={lastResult} defaults={{ ...person }}>
      <HiddenFields values={{ intent: personIntent }} />
      <TextField
        name="fullName"
        label={t('settings:person.fullName')}
        autoComplete="name"
        maxLength={200}
        optional
      />
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
      <SubmitButton variant="secondary">{t('settings:save')}</SubmitButton>
    </PostForm>
  )
}
