import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

/** The demonstration's part: what a wallet and a network would do. */
export function PlayTransfer({ refillId }: { refillId: string }) {
  const { t } = useI18n()
  return (
    <Section id="demo" title={t('common:demo.control')}>
      <PostForm id="play" action={paths.demoPayRefill(refillId)} width="reading">
        <Soft>{t('cabinet:refill.demo')}</Soft>
        <SubmitButton variant="secondary">{t('common:action.playTransfer')}</SubmitButton>
      </PostForm>
    </Section>
  )
}
