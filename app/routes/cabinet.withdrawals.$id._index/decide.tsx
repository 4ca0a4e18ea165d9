import { type Payment } from '~/contract/funds'
import { TextField } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Cluster, Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** The demonstration's part: what an administrator would do. */
export function Decide({ payment: { id, status, currency, fromUsdt } }: { payment: Payment }) {
  const { t, amount } = useI18n()
  return (
    <Section id="demo" title={t('common:demo.control')}>
      <PostForm
        id="decide"
        action={paths.demoDecidePayment(id)}
        defaults={{ reason: t('cabinet:withdrawals.one.reasonText') }}
        width="reading"
      >
        <Soft>{t('cabinet:withdrawals.one.demoText')}</Soft>
        {fromUsdt !== null && (
          <Soft>
            {t('cabinet:withdrawals.one.reject')}: {amount(fromUsdt, 'USDT')}{' '}
            {t('cabinet:withdrawals.cancel.fromUsdtNote', { currency })}.
          </Soft>
        )}
        <TextField
          name="reason"
          label={t('cabinet:withdrawals.one.reason')}
          autoComplete="off"
          maxLength={300}
          optional
        />
        <Cluster>
          {status === 'pending' && (
            <SubmitButton variant="secondary" name="decision" value="review">
              {t('cabinet:withdrawals.one.review')}
            </SubmitButton>
          )}
          <SubmitButton variant="secondary" name="decision" value="complete">
            {t('cabinet:withdrawals.one.complete')}
          </SubmitButton>
          <SubmitButton variant="secondary" name="decision" value="reject">
            {t('cabinet:withdrawals.one.reject')}
          </SubmitButton>
        </Cluster>
      </PostForm>
    </Section>
  )
}
