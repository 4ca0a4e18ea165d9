import { useState, useEffect, useRef } from 'react'
import { FileField, SelectField, TextField } from '~/forms/fields'
import { documentMaxMib } from '~/forms/largest-file'
import { useI18n } from '~/locale/context'
import { Pair, Stack, Soft, VisuallyHidden } from '~/ui/layout/layout'
import { type Document, documentKinds, documents } from '~/identity/verification/documents'
import * as styles from './verification.css'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useMaritalStatuses } from '~/identity/marital-statuses'
import { type Person } from '~/identity/person.server'
import { Card } from '~/ui/card/card'
import { Section } from '~/ui/section/section'
import { Sending, useHandIn } from './sending'

/** What a picture is to show. */
export interface ExpectedPicture {
  hint: string
  /** The path of a drawing, 64 × 48. */
  drawing: string
}

interface DocumentFieldProps {
  name: Document
  expected: ExpectedPicture
  /** The form came back from the server: no browser keeps what was chosen. */
  isAgain: boolean
}

/** A file of the verification; where scripts run, with what was chosen below it. */
function DocumentField({ name, expected, isAgain }: DocumentFieldProps) {
  const { t, number } = useI18n()
  const [file, setFile] = useState<File | null>(null)
  const kinds = t('settings:verification.kinds', { max: number(documentMaxMib) })
  return (
    <div className={styles.tile}>
      <svg className={styles.expected} viewBox="0 0 64 48" aria-hidden="true">
        <path d={expected.drawing} />
      </svg>
      <Stack gap={2}>
        <FileField
          name={name}
          label={t(`settings:verification.${name}`)}
          hint={
            <>
              {expected.hint} {isAgain && t('settings:verification.again')}
              {/* Shown once above the three; each is described by it. */}
              <VisuallyHidden> {kinds}</VisuallyHidden>
            </>
          }
          accept={documentKinds}
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
        {file && <Preview file={file} />}
      </Stack>
    </div>
  )
}

/** As wide as it is drawn; a photo of a phone has ten times as much. */
const widthPx = 320

/** The chosen picture, small, with its name and size. A PDF has a name and a size. */
function Preview({ file }: { file: File }) {
  const { t, number } = useI18n()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<File | null>(null)
  useEffect(() => {
    let isOver = false
    void drawnOf(file).then((picture) => {
      if (isOver || !picture || !canvas.current) return
      canvas.current.width = picture.width
      canvas.current.height = picture.height
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0)
      setDrawn(file)
    })
    return () => {
      isOver = true
    }
  }, [file])
  const size = t('common:form.megabytes', { max: number(Math.ceil(file.size / 104_857.6) / 10) })
  return (
    <Stack gap={2}>
      <canvas
        ref={canvas}
        className={styles.picture}
        role="img"
        aria-label={t('settings:verification.preview', { name: file.name })}
        hidden={drawn !== file}
      />
      <Soft small className={styles.name}>
        {t('settings:verification.chosen', { name: file.name, size })}
      </Soft>
    </Stack>
  )
}

/**
 * The picture at the size of its preview, drawn without a URL that the content policy would have to allow; null if the
 * file is no picture.
 */
async function drawnOf(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { resizeWidth: widthPx, resizeQuality: 'medium' })
  } catch {
    return null
  }
}

interface DocumentsFormProps {
  /** The personal data that is stored already. */
  person: Person
  expected: Record<Document, ExpectedPicture>
  /** Of a form that was sent without the page's script. */
  lastResult?: LastResult
}

export function DocumentsForm({ person, expected, lastResult }: DocumentsFormProps) {
  const { t, number } = useI18n()
  const statuses = useMaritalStatuses()
  const { send, progress, problem, answer, cancel } = useHandIn(lastResult ?? null)
  return (
    <PostForm
      takesFiles
      send={{ by: send, pending: progress !== null }}
      lastResult={answer}
      defaults={{ ...person }}
      width="full"
    >
      <Card>
        <Section id="person" title={t('settings:profile.person')} onCard>
          <Stack gap={5} width="form">
            <TextField
              name="fullName"
              label={t('settings:person.fullName')}
              hint={t('settings:person.fullNameHint')}
              autoComplete="name"
              maxLength={200}
            />
            <Pair>
              <TextField
                name="birthDate"
                type="date"
                label={t('settings:person.birthDate')}
                autoComplete="bday"
              />
              <SelectField
                name="maritalStatus"
                label={t('settings:person.maritalStatus')}
                options={statuses}
                autoComplete="off"
              />
            </Pair>
            <TextField
              name="documentNumber"
              label={t('settings:verification.documentNumber')}
              hint={t('settings:verification.documentNumberHint')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={64}
            />
          </Stack>
        </Section>
      </Card>
      <Card>
        <Section id="documents" title={t('settings:verification.form')} onCard>
          <Soft small>{t('settings:verification.kinds', { max: number(documentMaxMib) })}</Soft>
          {documents.map((name) => (
            <DocumentField key={name} name={name} expected={expected[name]} isAgain={Boolean(lastResult)} />
          ))}
        </Section>
      </Card>
      <Stack gap={4}>
        <Sending progress={progress} problem={problem} cancel={cancel} />
        <SubmitButton>{t('settings:verification.send')}</SubmitButton>
      </Stack>
    </PostForm>
  )
}
