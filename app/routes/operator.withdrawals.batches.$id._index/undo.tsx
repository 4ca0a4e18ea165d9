import { type BatchedPayment } from '~/contract/extensions/operator/batches'
import { SelectField, TextAreaField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

type Posted = Pick<Parameters<typeof PostForm>[0], 'lastResult' | 'submission'>

interface TakeOutProps extends Posted {
  /** Somebody has the file. */
  isOut: boolean
  payments: readonly BatchedPayment[]
  currency: string
}

/** Takes a withdrawal that was not sent out of its batch. */
export function TakeOut({ isOut, payments, currency, ...form }: TakeOutProps) {
  const { t, amount } = useI18n()
  const options = payments.map((payment) => ({
    value: payment.id,
    label: t('batches:transfers.hand', {
      login: payment.owner.login,
      amount: amount(payment.amount, currency, { exact: true }),
    }),
  }))
  return (
    <Section id="take-out" title={t('batches:takeOut.title')}>
      <Stack gap={4}>
        {isOut ? (
          <Alert meaning="warning">{t('batches:takeOut.warning')}</Alert>
        ) : (
          <p>{t('batches:takeOut.text')}</p>
        )}
        <PostForm {...form} id="taking-out">
          <HiddenFields values={{ intent: 'takeOut' }} />
          <SelectField name="payment" label={t('batches:takeOut.payment')} options={options} />
          <TextAreaField name="reason" label={t('batches:takeOut.reason')} maxLength={300} rows={2} />
          <SubmitButton variant="secondary">{t('batches:takeOut.button')}</SubmitButton>
        </PostForm>
      </Stack>
    </Section>
  )
}

/** Dissolves a batch whose file nobody has. */
export function Dissolve(form: Posted) {
  const { t } = useI18n()
  return (
    <Section id="dissolve" title={t('batches:dissolve.title')}>
      <Stack gap={4}>
        <p>{t('batches:dissolve.text')}</p>
        <PostForm {...form} id="dissolving" width="full">
          <HiddenFields values={{ intent: 'dissolve' }} />
          <SubmitButton variant="danger">{t('batches:dissolve.button')}</SubmitButton>
        </PostForm>
      </Stack>
    </Section>
  )
}
