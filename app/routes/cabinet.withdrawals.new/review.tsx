import { useLoaderData } from '@remix-run/react'
import { ChangeForm } from '~/money-forms/change-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { CurrentPasswordField } from '~/forms/current-password-field'
import { HiddenFields } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Figures } from './figures'
import { type loader } from './route'
import { type Withdrawal } from './withdrawal.server'

/** What will happen, in figures, with the whole address once more, before it does. */
export function WithdrawalReview({ page }: { page: ReviewPage<Withdrawal> }) {
  const { review, typed, changed, submission, asksPassword, lastResult } = page
  const { t } = useI18n()
  const loaded = useLoaderData<typeof loader>()
  const asked = { ...typed, wallet: review.wallet }
  const { figures, bought } = review
  const confirmed = { figures, ...(bought && { rateId: bought.rateId, rate: bought.rate }) }
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('cabinet:withdrawals.check.title')} lead={t('cabinet:withdrawals.check.lead')} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(changed === 'rate' ? 'errors:code.rate_expired' : 'cabinet:withdrawals.check.changed')}
        </Alert>
      )}
      <Figures withdrawal={review} />
      <PostForm
        id="confirm"
        action={paths.newWithdrawal()}
        submission={submission ?? loaded.submission}
        lastResult={lastResult}
        defaults={asksPassword ? { stepUp: '1' } : {}}
        width="full"
      >
        <HiddenFields values={{ ...asked, ...confirmed }} />
        <CurrentPasswordField hint={t('cabinet:withdrawals.check.passwordHint')} />
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
      <ChangeForm action={paths.newWithdrawal()} values={asked} />
    </Stack>
  )
}
