import { useSearchParams } from '@remix-run/react'
import { type Note } from '~/contract/extensions/operator/cases'
import { notesPerPage } from '~/contract/extensions/operator/notes'
import { TextAreaField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import * as styles from './cases.css'

interface NotesProps {
  /** Those of one page, and how many there are in all. */
  notes: readonly Note[]
  noteCount?: number
  lastResult?: LastResult | null
}

/** What operators have written to each other, and the form of a further note. */
export function Notes({ notes, noteCount = notes.length, lastResult }: NotesProps) {
  const page = Number(useSearchParams()[0].get('notesPage')) || 1
  const { t, dateTime } = useI18n()
  return (
    <Section id="notes" title={t('cases:note.title')}>
      <Stack gap={4}>
        {notes.length === 0 && <Soft>{t('cases:note.none')}</Soft>}
        {notes.map(({ id, by, text, at }) => (
          <div key={id}>
            <p className={styles.quote}>{text}</p>
            <Soft small>
              {by}, <time dateTime={at}>{dateTime(at)}</time>
            </Soft>
          </div>
        ))}
        {(noteCount > notes.length || page > 1) && (
          <Pages
            list={{ items: notes, total: noteCount, page, limit: notesPerPage }}
            href={(other) => `?notesPage=${other}#notes`}
            label={t('cases:note.pages')}
          />
        )}
        <PostForm id="note" lastResult={lastResult}>
          <HiddenFields values={{ intent: 'note' }} />
          <TextAreaField
            name="text"
            label={t('cases:note.label')}
            hint={t('cases:note.hint')}
            maxLength={2000}
          />
          <SubmitButton variant="secondary">{t('cases:note.add')}</SubmitButton>
        </PostForm>
      </Stack>
    </Section>
  )
}
