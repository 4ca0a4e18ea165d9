import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ConflictAlert } from '~/content/conflict'
import { answerContentEdit, type ContentReply } from '~/content/edit.server'
import { Kept } from '~/forms/kept'
import { DefaultButton } from '~/content/rows'
import { changeOnce } from '~/forms/edit.server'
import { AmountField, RadioField, TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'
import { isSameRule, readRule, ruleForm } from './rule.server'

export const handle: PageHandle = { title: 'operator:approvals.rule.change', amounts: 'shown' }

/** Of those who may change settings that touch money, as whoever may change plans. */
const calls = ['proposals', 'editPlan', 'setting', 'editSetting'] as const

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  await requireExtension(upstream, 'approvals')
  return readRule(upstream)
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  const form = await parseForm(context, ruleForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  const { rule, payment, refill, reason, version } = form.value
  const value = { on: rule === 'on', over: { payment, refill } }
  return answerContentEdit(context, form, {
    version,
    save: async (read) => {
      const changed = await changeOnce(
        () => upstream.operator.editSetting({ key: 'fourEyes', value, reason, version: read }),
        async () => isSameRule(await readRule(upstream), value),
      )
      const proposal = changed?.proposal
      context.flash.set(proposal ? 'changeProposed' : 'ruleChanged')
      return redirect(proposal ? operatorPaths.approval(proposal.id) : operatorPaths.approvals())
    },
    current: async () => (await readRule(upstream)).version,
  })
}

/** Whether changes need a second operator, and from what worth decisions do. */
export default function FourEyesRule() {
  const { on, over, version } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() as ContentReply
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('operator:approvals.rule.change')}
        lead={t('operator:approvals.rule.lead')}
        back={{ href: operatorPaths.approvals(), label: t('operator:approvals.title') }}
      />
      <PostForm lastResult={reply?.lastResult} defaults={{ rule: on ? 'on' : 'off', ...over, version }}>
        <DefaultButton>{t('operator:approvals.rule.save')}</DefaultButton>
        <Kept name="version" />
        <ConflictAlert conflict={reply?.conflict} />
        <RadioField
          name="rule"
          label={t('operator:approvals.rule.title')}
          choices={(['on', 'off'] as const).map((value) => ({
            value,
            title: t(`operator:approvals.rule.choice.${value}`),
          }))}
        />
        <AmountField
          name="payment"
          label={t('operator:approvals.rule.payment')}
          hint={t('operator:approvals.rule.hint')}
        />
        <AmountField
          name="refill"
          label={t('operator:approvals.rule.refill')}
          hint={t('operator:approvals.rule.hint')}
        />
        <TextAreaField name="reason" label={t('operator:approvals.rule.reason')} maxLength={300} optional />
        <SubmitButton>{t('operator:approvals.rule.save')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
