import { type ReactNode } from 'react'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Language } from '~/contract/languages'
import { RadioField, SelectField, TextAreaField, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import * as styles from './cases.css'

interface DecisionFormProps {
  queue: CaseQueue
  /** The decisions that this case allows. */
  decisions: readonly string[]
  /** In which the investor reads a reason. */
  language: Language
  /** The usual reasons by their names, in that language; none are offered where the decision has no reason. */
  reasons: Record<string, string>
  lastResult?: LastResult | null
  submission: string
  /** Further fields of this queue's decisions. */
  children?: ReactNode
}

/** Which decision, with the fields that it needs. Nothing is decided before the review page is confirmed. */
export function DecisionForm({ queue, decisions, reasons, language, children, ...form }: DecisionFormProps) {
  const { t } = useI18n()
  // Each queue has texts for its own decisions; a test of the pages would miss a key.
  const text = (key: string) => t(`cases:decide.${queue}.${key}` as TextKey)
  return (
    <PostForm id="decision" {...form} width="reading">
      <div className={styles.fields}>
        <RadioField
          name="decision"
          label={t('cases:decide.label')}
          choices={decisions.map((value) => ({ value, title: text(value), text: text(`${value}Text`) }))}
        />
        {children}
        {decisions.includes('reject') && (
          <div className={styles.fieldOf.reject}>
            <div className={styles.fields}>
              <SelectField
                optional
                name="usual"
                label={t('cases:decide.usual')}
                options={[
                  { value: '', label: t('cases:decide.usualNone') },
                  ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
                ]}
              />
              <TextAreaField
                optional
                name="reason"
                label={t('cases:decide.reason')}
                hint={t('cases:decide.reasonHint', { language: t(`cases:investor.languages.${language}`) })}
                maxLength={300}
              />
            </div>
          </div>
        )}
      </div>
      <SubmitButton>{t('cases:decide.continue')}</SubmitButton>
    </PostForm>
  )
}

/** The hash of a transfer that has been made, or has arrived. */
export function HashField({ of }: { of: 'complete' | 'approve' }) {
  const { t } = useI18n()
  return (
    <div className={styles.fieldOf[of]}>
      <TextField optional name="transactionHash" label={t('cases:decide.hash')} autoComplete="off" />
    </div>
  )
}
