import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextField } from '~/forms/fields'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireMailPhrase, setMailPhrase } from './mail-phrase.server'

export const handle: PageHandle = { title: 'security:phrase.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireMailPhrase(context)
  return upstream.mailPhrase.read()
}

export function action({ context }: ActionFunctionArgs) {
  return setMailPhrase(context)
}

/** The phrase by which an investor knows our mails. It is shown in those alone. */
export default function MailPhraseRoute() {
  const { hint } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('security:phrase.title')}
        lead={t('security:phrase.lead')}
        back={{ href: paths.settings('security'), label: t('security:title') }}
      />
      {hint && <p>{t('security:phrase.isSet', { hint })}</p>}
      <PostForm lastResult={answer?.lastResult}>
        <TextField
          name="phrase"
          label={t('security:phrase.label')}
          hint={t(hint ? 'security:phrase.changeHint' : 'security:phrase.hint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <StepUpField hint={t('security:phrase.passwordHint')} />
        <SubmitButton>{t('settings:save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
