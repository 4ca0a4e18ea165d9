import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'

interface PlayTransferProps {
  /** What a played transfer brings in or takes out. */
  of: 'refills' | 'payments' | 'batches' | 'several'
  /** The fields of the form; by default its action fills them in. */
  values?: Record<string, string>
  submission: string
}

/** The demonstration's part: it fills in a transfer that nobody made. What it does is checked as any other. */
export function PlayTransfer({ of, values = { intent: 'play' }, submission }: PlayTransferProps) {
  const { t } = useI18n()
  return (
    <Section id="demo" title={t('common:demo.control')}>
      <PostForm id="play" submission={submission} width="reading">
        <HiddenFields values={values} />
        <Soft>{t(`cases:play.${of}`)}</Soft>
        <SubmitButton variant="secondary">{t('common:action.playTransfer')}</SubmitButton>
      </PostForm>
      {of === 'payments' && <RefusedTransfer submission={submission} />}
    </Section>
  )
}

/** A transfer that the network rejects: nothing was sent, and the investor has the money back. */
function RefusedTransfer({ submission }: Pick<PlayTransferProps, 'submission'>) {
  const { t } = useI18n()
  return (
    <PostForm id="play-refused" submission={submission} width="reading">
      <HiddenFields values={{ intent: 'play-refused' }} />
      <Soft>{t('cases:play.refused')}</Soft>
      <SubmitButton variant="secondary">{t('cases:play.playRefused')}</SubmitButton>
    </PostForm>
  )
}
