import { SelectField, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { useMaritalStatuses } from '~/identity/marital-statuses'
import { type Person } from '~/identity/person.server'
import { Section } from '~/ui/section/section'
import { Stack } from '~/ui/layout/layout'
import { documents } from '~/identity/verification/documents'
import { DocumentField } from './document-field'
import { Sending } from './sending'
import { useHandIn } from './use-hand-in'

interface DocumentsFormProps {
  /** What is known of the person already. */
  person: Person
  /** Of a form that was sent without the page's script. */
  lastResult?: LastResult
}

export function DocumentsForm({ person, lastResult }: DocumentsFormProps) {
  const { t } = useI18n()
  const statuses = useMaritalStatuses()
  const { send, progress, problem, answer, cancel } = useHandIn()
  return (
    <Section id="documents" title={t('settings:verification.form')}>
      <PostForm
        takesFiles
        send={{ by: send, pending: progress !== null }}
        lastResult={answer ?? lastResult}
        defaults={{ ...person }}
      >
        <TextField
          name="fullName"
          label={t('settings:person.fullName')}
          hint={t('settings:person.fullNameHint')}
          autoComplete="name"
          maxLength={200}
        />
        <TextField
          name="birthDate"
          type="date"
          label={t('settings:person.birthDate')}
          hint={t('settings:person.birthDateHint')}
          autoComplete="bday"
        />
        <SelectField
          name="maritalStatus"
          label={t('settings:person.maritalStatus')}
          options={statuses}
          autoComplete="off"
        />
        <TextField
          name="documentNumber"
          label={t('settings:verification.documentNumber')}
          hint={t('settings:verification.documentNumberHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
        />
        {documents.map((name) => (
          <DocumentField key={name} name={name} isAgain={Boolean(lastResult)} />
        ))}
        <Stack gap={4}>
          <Sending progress={progress} problem={problem} cancel={cancel} />
          <SubmitButton>{t('settings:verification.send')}</SubmitButton>
        </Stack>
      </PostForm>
    </Section>
  )
}
