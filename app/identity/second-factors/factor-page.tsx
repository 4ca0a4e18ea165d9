import { TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { useFactorPaths } from './use-factor-paths'

/** Another name for one factor, and its removal: two forms. */
export function FactorPage({ name, lastResult }: { name: string; lastResult?: LastResult }) {
  const { list } = useFactorPaths()
  const isRemoval = lastResult?.initialValue?.['intent'] === 'remove'
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={name} back={{ href: list, label: t('security:title') }} />
      <PostForm id="name" lastResult={isRemoval ? undefined : lastResult} defaults={{ name }}>
        <TextField name="name" label={t('security:factors.name')} autoComplete="off" maxLength={64} />
        <StepUpField hint={t('security:passwordHint')} />
        <SubmitButton variant="secondary">{t('settings:save')}</SubmitButton>
      </PostForm>
      <Section id="removal" title={t('security:factor.remove')}>
        <Stack gap={4}>
          <p>{t('security:factor.removeText')}</p>
          <PostForm id="remove" lastResult={isRemoval ? lastResult : undefined}>
            <HiddenFields values={{ intent: 'remove' }} />
            <StepUpField hint={t('security:passwordHint')} />
            <SubmitButton variant="danger">{t('security:factor.remove')}</SubmitButton>
          </PostForm>
        </Stack>
      </Section>
    </Stack>
  )
}
