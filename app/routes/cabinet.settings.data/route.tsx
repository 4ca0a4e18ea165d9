import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HiddenFields } from '~/forms/plain-form'
import { useStepUpTexts } from '~/forms/step-up-field'
import { StepUpPasskey } from '~/forms/step-up-passkey'
import { useFormToken } from '~/forms/page-of-form'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { hasDataPage } from '~/identity/own-data.server'
import { requireInvestor } from '~/session/guards.server'
import { Button, ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { PasswordInput, TextInput } from '~/ui/text-input/text-input'
import { partIfKept } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type DownloadAnswer, downloadAnswer } from './download-answer.server'
import { WriteToUs } from './write-to-us'

/** HTML only: its texts are not among the browser's. */
export const handle: PageHandle = { title: 'security:data.title', scripts: false }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (!(await hasDataPage(upstream))) throw new Response(null, { status: 404 })
  const isPossible = (await extensionsOf(upstream)).has('account')
  return {
    isPossible,
    contacts: isPossible ? undefined : await partIfKept(setting(upstream, 'contacts')),
    answer: downloadAnswer(context),
    hasFailed: context.url.searchParams.has('failed'),
  }
}

export default function DataPage() {
  const { isPossible, contacts, answer, hasFailed } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('security:data.title')} lead={isPossible && t('security:data.lead')} />
      {hasFailed && (
        <Alert meaning="danger" role="alert" title={t('refusals:fallback.any')}>
          {t('security:data.failed')}
        </Alert>
      )}
      {isPossible ? (
        <>
          <Download answer={answer} />
          <Section id="deletion" title={t('security:data.deletion')}>
            <Stack gap={4}>
              <p>{t('security:data.deletionText')}</p>
              <div>
                <ButtonLink href={paths.accountDeletion()}>{t('security:data.askDeletion')}</ButtonLink>
              </div>
            </Stack>
          </Section>
        </>
      ) : (
        <WriteToUs contacts={contacts} />
      )}
    </Stack>
  )
}

/** The browser sends this form itself: the answer is a file, not a page. */
function Download({ answer }: { answer: DownloadAnswer | null }) {
  const formToken = useFormToken()
  const { t } = useI18n()
  const codeTexts = useStepUpTexts(answer?.question)
  const problem = answer?.form ?? answer?.problem
  const fieldId = 'download-step-up'
  return (
    <Section id="download" title={t('security:data.download')}>
      <Stack gap={4}>
        <p>{t('security:data.downloadText')}</p>
        <form method="post" action={paths.accountData()} noValidate>
          {formToken && <input type="hidden" name="formToken" value={formToken} />}
          <Stack gap={5} width="form">
            {problem && (
              <ErrorSummary
                title={t('common:form.summary')}
                items={[{ text: problem, fieldId: answer?.problem ? fieldId : undefined }]}
              />
            )}
            {answer && (
              <>
                <HiddenFields values={{ stepUp: answer.question }} />
                {answer.question === 'passkey' && <StepUpPasskey />}
                {answer.question !== 'password' ? (
                  <TextInput
                    id={fieldId}
                    name="stepUpCode"
                    {...codeTexts}
                    error={answer.problem}
                    variant="code"
                    maxLength={64}
                    autoComplete="one-time-code"
                    autoFocus={!problem}
                    required
                  />
                ) : (
                  <PasswordInput
                    id={fieldId}
                    name="currentPassword"
                    label={t('settings:password.current')}
                    hint={t('security:data.passwordHint')}
                    error={answer.problem}
                    autoComplete="current-password"
                    autoFocus={!problem}
                    required
                  />
                )}
              </>
            )}
            <div>
              <Button type="submit" variant="primary" icon="document">
                {t('security:data.downloadFile')}
              </Button>
            </div>
          </Stack>
        </form>
        <Soft small>{t('security:data.downloadNote')}</Soft>
      </Stack>
    </Section>
  )
}
