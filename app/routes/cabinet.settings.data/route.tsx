import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { HiddenFields } from '~/forms/plain-form'
import { useFormToken } from '~/forms/layout-data'
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
import { PasswordInput } from '~/ui/text-input/text-input'
import { partIfKept } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type DownloadAnswer, downloadAnswer } from './download-answer.server'
import { WriteToUs } from './write-to-us'

export const handle: PageHandle = { title: 'settings:data.title' }

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
      <PageHeader title={t('settings:data.title')} lead={isPossible && t('settings:data.lead')} />
      {hasFailed && (
        <Alert meaning="danger" role="alert" title={t('errors:fallback.any')}>
          {t('settings:data.failed')}
        </Alert>
      )}
      {isPossible ? (
        <>
          <Download answer={answer} />
          <Section id="deletion" title={t('settings:data.deletion')}>
            <Stack gap={4}>
              <p>{t('settings:data.deletionText')}</p>
              <div>
                <ButtonLink href={paths.accountDeletion()}>{t('settings:data.askDeletion')}</ButtonLink>
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
  const problem = answer?.form ?? answer?.password
  const fieldId = 'download-password'
  return (
    <Section id="download" title={t('settings:data.download')}>
      <Stack gap={4}>
        <p>{t('settings:data.downloadText')}</p>
        <form method="post" action={paths.accountData()} noValidate>
          {formToken && <input type="hidden" name="formToken" value={formToken} />}
          <Stack gap={5} width="form">
            {problem && (
              <ErrorSummary
                title={t('common:form.summary')}
                items={[{ text: problem, fieldId: answer?.password ? fieldId : undefined }]}
              />
            )}
            {answer && (
              <>
                <HiddenFields values={{ stepUp: '1' }} />
                <PasswordInput
                  id={fieldId}
                  name="currentPassword"
                  label={t('settings:password.current')}
                  hint={t('settings:data.passwordHint')}
                  error={answer.password}
                  autoComplete="current-password"
                  autoFocus={!problem}
                  required
                />
              </>
            )}
            <div>
              <Button type="submit" variant="primary" icon="document">
                {t('settings:data.downloadFile')}
              </Button>
            </div>
          </Stack>
        </form>
        <Soft small>{t('settings:data.downloadNote')}</Soft>
      </Stack>
    </Section>
  )
}
