import { TextAreaField } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** Clears a withdrawal that a rule holds: it waits among the others again, and its investor may cancel it. */
export function ClearHold(form: Pick<Parameters<typeof PostForm>[0], 'lastResult' | 'submission'>) {
  const { t } = useI18n()
  return (
    <Section id="clear" title={t('cases:clear.title')}>
      <Stack gap={4}>
        <p>{t('cases:clear.text')}</p>
        <PostForm {...form} id="clearing" width="reading">
          <HiddenFields values={{ intent: 'clear' }} />
          <TextAreaField
            name="reason"
            label={t('cases:clear.reason')}
            hint={t('cases:clear.hint')}
            maxLength={300}
            rows={2}
          />
          <SubmitButton variant="secondary">{t('cases:clear.button')}</SubmitButton>
        </PostForm>
      </Stack>
    </Section>
  )
}
