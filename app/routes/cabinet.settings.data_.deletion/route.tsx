import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { StepUpField } from '~/forms/step-up-field'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { answerEdit } from '~/forms/edit.server'
import { type LastResult, invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { withStepUp } from '~/session/step-up.server'
import { requireInvestor } from '~/session/guards.server'
import { Cluster, Stack } from '~/ui/layout/layout'
import { ButtonLink } from '~/ui/button/button'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { extensionsOf } from '~/upstream/settings.server'
import { DeletionForm } from './form.server'

/** HTML only: its texts are not among the browser's. */
export const handle: PageHandle = { title: 'security:deletion.title', scripts: false }

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
      const { kept } = await withStepUp(context, form.value, () =>
        upstream.account.delete({ currentPassword }),
      )
      return { kept }
    },
    { fallback: 'any', fieldOf: stepUpFieldOf },
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
      <PageHeader title={t('security:deletion.title')} lead={t('security:deletion.lead')} back={useBack()} />
      <ul>
        <li>{t('security:deletion.closes')}</li>
        <li>{t('security:deletion.moneyFirst')}</li>
        <li>{t('security:deletion.erased')}</li>
      </ul>
      <Alert role="note" title={t('security:deletion.keptTitle')}>
        {t('security:deletion.keptText')}
      </Alert>
      <PostForm lastResult={lastResult} width="full">
        <StepUpField hint={t('security:deletion.passwordHint')} />
        <Cluster>
          <SubmitButton variant="danger">{t('common:action.confirm')}</SubmitButton>
          <ButtonLink href={paths.settings('data')} variant="quiet">
            {t('security:deletion.keep')}
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
        title={t('security:deletion.askedTitle')}
        lead={t('security:deletion.askedLead')}
        back={useBack()}
      />
      {kept.length > 0 && (
        <Section id="kept" title={t('security:deletion.keptTitle')}>
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
  return { href: paths.settings('data'), label: t('security:data.title') }
}
