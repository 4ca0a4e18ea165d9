import { type ReactNode } from 'react'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { TextAreaField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { DecisionFields } from './decision-form'
import { queueName } from './paths'
import { type SeveralOffer } from './several.server'
import * as styles from './cases.css'

interface SeveralFormProps {
  queue: CaseQueue
  several: SeveralOffer
  /** The ids of the cases on this page, which the box for all of them ticks. */
  shown: readonly string[]
  lastResult?: LastResult | null
  /** The cases, each with its `Tick`. */
  children: ReactNode
}

/** Cases with boxes to tick, and one decision on those that are ticked. Nothing is decided before the check page. */
export function SeveralForm({ queue, several, shown, lastResult, children }: SeveralFormProps) {
  const { t } = useI18n()
  const { decisions, reasons, submission } = several
  return (
    <PostForm
      id="several"
      action={operatorPaths.several(queueName[queue])}
      lastResult={lastResult}
      submission={submission}
      width="full"
    >
      <HiddenFields values={{ shown: shown.join('/') }} />
      {shown.length > 1 && (
        <label className={styles.tickAll}>
          <input type="checkbox" name="all" className={styles.box} />
          {t('cases:several.all', { count: shown.length })}
        </label>
      )}
      {children}
      <Section id="decide-several" title={t('cases:several.title')}>
        <Stack gap={5} width="reading">
          <DecisionFields {...{ queue, decisions, reasons }}>
            {(queue === 'inquiries' || queue === 'applications') && (
              <div className={queue === 'inquiries' ? styles.fieldOf.complete : undefined}>
                <TextAreaField
                  optional
                  name="answer"
                  label={t('cases:decide.answer')}
                  hint={t(
                    queue === 'applications'
                      ? 'cases:several.applicantsAnswerHint'
                      : 'cases:several.answerHint',
                  )}
                  maxLength={4000}
                />
              </div>
            )}
          </DecisionFields>
          <SubmitButton>{t('cases:several.continue')}</SubmitButton>
        </Stack>
      </Section>
    </PostForm>
  )
}

interface TickProps {
  id: string
  /** The cases of the page: the box's field is numbered by its place. */
  ids: readonly string[]
  checked?: boolean
  /** What the case is called. */
  children: ReactNode
}

/** A case with the box to tick it. */
export function Tick({ id, ids, checked, children }: TickProps) {
  const place = ids.indexOf(id)
  const nameId = `case-${place}`
  return (
    <div className={styles.tick}>
      <label className={styles.tickBox}>
        <input
          type="checkbox"
          name={`cases[${place}]`}
          value={id}
          defaultChecked={checked}
          aria-labelledby={nameId}
          className={styles.box}
        />
      </label>
      <div id={nameId}>{children}</div>
    </div>
  )
}
