import { useState } from 'react'
import { FileField } from '~/forms/fields'
import { documentMaxMib } from '~/forms/largest-file'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { type Document, documentKinds } from '~/identity/verification/documents'
import { Preview } from './preview'

interface DocumentFieldProps {
  name: Document
  /** The form came back from the server: no browser keeps what was chosen. */
  isAgain: boolean
}

/** A file of the verification; where scripts run, with what was chosen below it. */
export function DocumentField({ name, isAgain }: DocumentFieldProps) {
  const { t, number } = useI18n()
  const [file, setFile] = useState<File | null>(null)
  const hints = [
    t(`settings:verification.hint.${name}`),
    t('settings:verification.kinds', { max: number(documentMaxMib) }),
    ...(isAgain ? [t('settings:verification.again')] : []),
  ]
  return (
    <Stack gap={2}>
      <FileField
        name={name}
        label={t(`settings:verification.${name}`)}
        hint={hints.join(' ')}
        accept={documentKinds}
        onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
      />
      {file && <Preview file={file} />}
    </Stack>
  )
}
