import { type ReactNode } from 'react'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Language } from '~/contract/languages'
import { RadioField, SelectField, TextAreaField, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type TextKey } from '~/locale/keys'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { needsReason } from './needs-reason'
import { decisionCalls } from './paths'
import { useMay } from './use-may'
import * as styles from './cases.css'

/** The answer to a post of a case's page, as its action returns it. */
interface Reply {
  lastResult?: LastResult | null
  submission?: string
}

/** Of the answer to a post: what belongs to the work on the case, and what to its decision. */
export function answerOf(reply: Reply | undefined) {
  const lastResult = reply?.lastResult ?? null
  const isWork = lastResult?.initialValue?.['intent'] !== undefined
  return isWork ? { workResult: lastResult, decisionResult: null } : { decisionResult: lastResult }
}

/** What some kinds of cases call a decision of their queue. */
export type ShownAs = Readonly<Record<string, string>>

interface CaseDecisionProps {
  queue: CaseQueue
  /** The decisions that this case allows. */
  decisions: readonly string[]
  /** By which name a decision is shown, where that is another than its own. */
  shownAs?: ShownAs
  /** In which the investor reads a reason. */
  language: Language
  /** The usual reasons of a refusal by their names, in that language. */
  reasons: Record<string, string>
  /** A decision can still be made. */
  isOpen: boolean
  reply: Reply | undefined
  submission: string
  /** Further fields of this queue's decisions. */
  children?: ReactNode
}

/** The decision of a case, as long as it waits for one or a decision that was sent is answered. */
export function CaseDecision({ isOpen, reply, submission, ...form }: CaseDecisionProps) {
  const { t } = useI18n()
  const mayDecide = useMay(`operator.${decisionCalls[form.queue]}`)
  if (!mayDecide)
    return (
      <Section id="decide" title={t('cases:case.decision')}>
        <Soft>{t('cases:case.readOnly')}</Soft>
      </Section>
    )
  return (
    <Section id="decide" title={t('cases:case.decision')}>
      {isOpen || reply?.lastResult ? (
        <DecisionForm
          {...form}
          lastResult={answerOf(reply).decisionResult}
          submission={reply?.submission ?? submission}
        />
      ) : (
        <Soft>{t('cases:case.decided')}</Soft>
      )}
    </Section>
  )
}

type DecisionFormProps = Omit<CaseDecisionProps, 'isOpen' | 'reply'> & { lastResult: LastResult | null }

/** Which decision, with the fields that it needs. Nothing is decided before the review page is confirmed. */
function DecisionForm(props: DecisionFormProps) {
  const { queue, decisions, shownAs, reasons, language, children, ...form } = props
  const { t } = useI18n()
  return (
    <PostForm id="decision" {...form} width="reading">
      <DecisionFields {...{ queue, decisions, shownAs, reasons, language }}>{children}</DecisionFields>
      <SubmitButton>{t('cases:decide.continue')}</SubmitButton>
    </PostForm>
  )
}

interface DecisionFieldsProps extends Pick<
  CaseDecisionProps,
  'queue' | 'decisions' | 'shownAs' | 'reasons' | 'children'
> {
  /** In which the investor reads a reason; of several cases none is known. */
  language?: Language
}

/** The fields of a decision, on one case or on several. */
export function DecisionFields(props: DecisionFieldsProps) {
  const { queue, decisions, shownAs = {}, reasons, language, children } = props
  const i18n = useI18n()
  const { t } = i18n
  // Each queue has texts for its own decisions; a test of the pages would miss a key.
  const text = (key: string) => t(`cases:decide.${queue}.${key}` as TextKey)
  const isReasoned = decisions.includes('reject') && needsReason(queue, 'reject')
  const isAlwaysReasoned = decisions.every((one) => needsReason(queue, one))
  return (
    <div className={styles.fields}>
      <RadioField
        name="decision"
        label={t('cases:decide.label')}
        choices={decisions.map((value) => {
          const name = shownAs[value] ?? value
          return { value, title: text(name), text: text(`${name}Text`) }
        })}
      />
      {children}
      {isReasoned && Object.keys(reasons).length > 0 && (
        <div className={styles.fieldOf.reject}>
          <SelectField
            optional
            name="usual"
            label={t('cases:decide.usual')}
            options={[
              { value: '', label: t('cases:decide.usualNone') },
              ...Object.entries(reasons).map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
      )}
      {isReasoned && (
        <div className={isAlwaysReasoned ? '' : styles.fieldOf.reject}>
          <TextAreaField
            optional={!isAlwaysReasoned}
            name="reason"
            label={t('cases:decide.reason')}
            hint={reasonHint(queue, language, i18n)}
            maxLength={300}
          />
        </div>
      )}
    </div>
  )
}

/** Who reads a reason: of a transfer the operators alone, of each other case its investor too. */
function reasonHint(queue: CaseQueue, language: Language | undefined, { t }: I18n): string {
  if (queue === 'transfers') return t('cases:decide.closeHint')
  if (!language) return t('cases:several.reasonHint')
  return t('cases:decide.reasonHint', { language: t(`cases:investor.languages.${language}`) })
}

/** The hash of a transfer that has been made, or has arrived. */
export function HashField({ of }: { of: 'complete' | 'approve' }) {
  const { t } = useI18n()
  return (
    <div className={styles.fieldOf[of]}>
      <TextField name="transactionHash" label={t('cases:decide.hash')} autoComplete="off" />
    </div>
  )
}
