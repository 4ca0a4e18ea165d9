import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { CurrentPasswordField } from '~/forms/current-password-field'
import { currentPasswordFieldOf } from '~/forms/current-password-field.server'
import { answerEdit } from '~/forms/edit.server'
import { type LastResult, invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { withCurrentPassword } from '~/session/current-password.server'
import { requireInvestor } from '~/session/guards.server'
import { Cluster, Stack } from '~/ui/layout/layout'
import { ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { extensionsOf } from '~/upstream/settings.server'
import { DeletionForm } from './form.server'

export const handle: PageHandle = { title: 'settings:deletion.title' }

/** @throws a 404 where the upstream can't take the request */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (!(await extensionsOf(upstream)).has('account')) throw new Response(null, { status: 404 })
  return null
}

/**
 * Only this answer lists the data that stays; no page could show it again. Posted again by a reload, the request
 * changes nothing while it waits.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const form = await parseForm(context, DeletionForm)
  if (!form.ok) return invalid(form)
  const { currentPassword } = form.value
  return answerEdit(
    context,
    form,
    async () => {
      const { kept } = await withCurrentPassword(context, currentPassword, () =>
        upstream.account.delete({ currentPassword }),
      )
      return { kept }
    },
    { fallback: 'any', fieldOf: currentPasswordFieldOf },
  )
}

export default function DeletionPage() {
  const answer = useActionData<typeof action>()
  return answer && 'kept' in answer ? (
    <DeletionRequested kept={answer.kept} />
  ) : (
    <DeletionQuestion lastResult={answer?.lastResult} />
  )
}

/** The consequences of the request, before it is made. */
function DeletionQuestion({ lastResult }: { lastResult?: LastResult }) {
  const { t } = useI18n()
  return (
    <Stack gap={5} width="reading">
      <PageHeader title={t('settings:deletion.title')} lead={t('settings:deletion.lead')} back={useBack()} />
      <ul>
        <li>{t('settings:deletion.closes')}</li>
        <li>{t('settings:deletion.moneyFirst')}</li>
        <li>{t('settings:deletion.erased')}</li>
      </ul>
      <Alert role="note" title={t('settings:deletion.keptTitle')}>
        {t('settings:deletion.keptText')}
      </Alert>
      <PostForm lastResult={lastResult} width="full">
        <CurrentPasswordField hint={t('settings:deletion.passwordHint')} />
        <Cluster>
          <SubmitButton variant="danger">{t('common:action.confirm')}</SubmitButton>
          <ButtonLink href={paths.settings('data')} variant="quiet">
            {t('settings:deletion.keep')}
          </ButtonLink>
        </Cluster>
      </PostForm>
    </Stack>
  )
}

/** The confirmation, and the data that the law makes the company keep, in the upstream's words. */
function DeletionRequested({ kept }: { kept: string[] }) {
  const { t } = useI18n()
  return (
    <Stack gap={5} width="reading">
      <PageHeader
        title={t('settings:deletion.askedTitle')}
        lead={t('settings:deletion.askedLead')}
        back={useBack()}
      />
      {kept.length > 0 && (
        <Section id="kept" title={t('settings:deletion.keptTitle')}>
          <ul>
            {kept.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  )
}

function useBack() {
  const { t } = useI18n()
  return { href: paths.settings('data'), label: t('settings:data.title') }
}
