import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { operatorRoles } from '~/contract/operator-roles'
import { answerEdit } from '~/forms/edit.server'
import { RadioField, TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { InviteForm, RevokeForm } from './form.server'
import { Invitations } from './invitations'
import { OperatorTable } from './operator-table'

export const handle: PageHandle = { title: 'operators:people.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireOperator(context, 'operators')
  await requireExtension(upstream, 'operators')
  const query = readListQuery('operator.operators', context.url.searchParams, ['page'])
  return { own: login, list: await upstream.operator.operators({ ...query, sort: 'login', sortDir: 'asc' }) }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'operators')
  await requireExtension(upstream, 'operators')
  if (context.form?.has('invitation')) {
    const revoked = await parseForm(context, RevokeForm)
    if (!revoked.ok) return invalid(revoked)
    return answerEdit(context, revoked, async () => {
      await upstream.operator.revokeInvitation({ id: revoked.value.invitation })
      context.flash.set('invitationRevoked')
      return redirect(operatorPaths.people(), 303)
    })
  }
  const form = await parseForm(context, InviteForm)
  if (!form.ok) return invalid(form)
  return answerEdit(
    context,
    form,
    async () => {
      await upstream.operator.inviteOperator(form.value)
      context.flash.set('invitationSent')
      return redirect(operatorPaths.people(), 303)
    },
    { fieldOf: { email_taken: 'email' } },
  )
}

/** The operators, whoever is invited, and the invitation of another one. */
export default function OperatorPeople() {
  const { own, list } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('operators:people.title')} lead={t('operators:people.lead')} />
      <OperatorTable operators={list.items} own={own} />
      <Pages list={list} href={(page) => operatorPaths.people({ page })} />
      <Section id="invitations" title={t('operators:people.invitations')}>
        <Invitations invitations={list.invitations} />
      </Section>
      <Section id="invite" title={t('operators:people.invite')}>
        <PostForm lastResult={answer?.lastResult}>
          <TextField
            name="email"
            label={t('operators:people.email')}
            hint={t('operators:people.inviteHint')}
            type="email"
            autoComplete="off"
          />
          <RadioField
            name="role"
            label={t('operators:people.role')}
            choices={operatorRoles.map((role) => ({
              value: role,
              title: t(`operators:role.${role}`),
              text: t(`operators:roleText.${role}`),
            }))}
          />
          <SubmitButton>{t('operators:people.send')}</SubmitButton>
        </PostForm>
      </Section>
    </Stack>
  )
}
