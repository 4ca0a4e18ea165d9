import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { RecoveryCodes } from './recovery-codes'
import { useFactorPaths } from './use-factor-paths'

/** What the page's form was answered with. */
export type RecoveryCodesAnswer = { lastResult: LastResult } | { recoveryCodes: string[] }

/** Makes new recovery codes, and shows them this once. */
export function RecoveryCodesPage({ answer }: { answer?: RecoveryCodesAnswer }) {
  const { t } = useI18n()
  const { list } = useFactorPaths()
  const codes = answer && 'recoveryCodes' in answer ? answer.recoveryCodes : null
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('security:recovery.renew')}
        lead={codes ? undefined : t('security:recovery.renewLead')}
        back={{ href: list, label: t('security:title') }}
      />
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <PostForm lastResult={answer && 'lastResult' in answer ? answer.lastResult : undefined}>
          <StepUpField hint={t('security:passwordHint')} />
          <SubmitButton>{t('security:recovery.renew')}</SubmitButton>
        </PostForm>
      )}
    </Stack>
  )
}
