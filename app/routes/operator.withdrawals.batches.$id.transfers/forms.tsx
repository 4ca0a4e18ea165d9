import { type BatchedPayment } from '~/contract/extensions/operator/batches'
import { FileField, TextField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Section } from '~/ui/section/section'

type Posted = Pick<Parameters<typeof PostForm>[0], 'lastResult' | 'submission'>

/** The signer's table, with its hashes filled in. */
export function FromFile(form: Posted) {
  const { t } = useI18n()
  return (
    <Section id="from-file" title={t('batches:transfers.fromFile')}>
      <PostForm {...form} id="file" takesFiles>
        <HiddenFields values={{ intent: 'file' }} />
        <FileField
          name="file"
          label={t('batches:transfers.file')}
          hint={t('batches:transfers.fileHint')}
          accept=".csv,text/csv"
        />
        <SubmitButton variant="secondary">{t('batches:transfers.read')}</SubmitButton>
      </PostForm>
    </Section>
  )
}

interface ByHandProps extends Posted {
  /** Those without a transfer so far, each with the name of its field. */
  payments: readonly (BatchedPayment & { field: string })[]
  currency: string
}

/** A hash for each withdrawal, or one for all. */
export function ByHand({ payments, currency, ...form }: ByHandProps) {
  const { t, amount } = useI18n()
  const hash = { autoComplete: 'off', spellCheck: false, maxLength: 128, optional: true } as const
  return (
    <Section id="by-hand" title={t('batches:transfers.byHand')}>
      <PostForm {...form} id="hand" width="reading">
        {payments.map((payment) => (
          <TextField
            key={payment.id}
            name={payment.field}
            variant="address"
            {...hash}
            label={t('batches:transfers.hand', {
              login: payment.owner.login,
              amount: amount(payment.amount, currency, { exact: true }),
            })}
            hint={payment.wallet}
          />
        ))}
        {payments.length > 1 && (
          <TextField
            name="all"
            variant="address"
            {...hash}
            label={t('batches:transfers.all')}
            hint={t('batches:transfers.allHint')}
          />
        )}
        <SubmitButton>{t('batches:transfers.check')}</SubmitButton>
      </PostForm>
    </Section>
  )
}
