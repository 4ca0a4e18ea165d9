import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { operatorRoles } from '~/contract/operator-roles'
import { answerEdit } from '~/forms/edit.server'
import { SelectField, TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { titleOf } from '~/framework/document'
import { type PageHandle, chosenIn, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Tabs } from '~/ui/tabs/tabs'
import { requireExtension } from '~/upstream/settings.server'
import { DecideForm, decisions, isAsDecided, isInForce, stateOf } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('operators:people.title', ({ operator, wanted }, { t }) =>
    titleOf(operator.login, wanted && t(`operators:people.decision.${wanted}`)),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireOperator(context, 'operators')
  await requireExtension(upstream, 'operators')
  const operator = await upstream.operator.operator({ id })
  const offered = decisions.filter((one) => one !== (operator.suspended ? 'suspend' : 'restore'))
  const wanted = chosenIn(context.url.searchParams, 'decision', offered)
  return {
    operator,
    state: stateOf(operator),
    isOwn: operator.login === login,
    offered,
    wanted,
    decision: wanted ?? offered[0]!,
  }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'operators')
  await requireExtension(upstream, 'operators')
  const form = await parseForm(context, DecideForm)
  if (!form.ok) return invalid(form)
  const { state, ...decision } = form.value
  return answerEdit(context, form, async () => {
    const now = await upstream.operator.operator({ id })
    if (state && state !== stateOf(now) && !isAsDecided(now, decision))
      return invalid(form, { form: context.i18n.t('refusals:code.changed_meanwhile') })
    try {
      await upstream.operator.decideOperator({ id, ...decision })
      context.flash.set('paymentDecided')
    } catch (error) {
      // The first answer to it may have been lost.
      if (!(await isInForce(upstream, id, decision, error))) throw error
      context.flash.set('inForceAlready')
    }
    return redirect(operatorPaths.person(id), 303)
  })
}

/** One operator, and what another admin may decide. */
export default function OperatorPerson() {
  const { operator, state, isOwn, offered, decision } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t, number, dateTime } = useI18n()
  const { id, login, email, role, registeredAt, lastSeenAt, sessions, factors, suspended } = operator
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={login} back={{ href: operatorPaths.people(), label: t('operators:people.title') }} />
      {suspended && (
        <Alert meaning="warning">
          {t('operators:people.suspendedSince', {
            at: dateTime(suspended.since),
            reason: suspended.reason,
          })}
        </Alert>
      )}
      <DescriptionList
        facts={[
          {
            term: t('operators:people.role'),
            value: t(`operators:role.${role}`),
            note: role !== 'unknown' && t(`operators:roleText.${role}`),
          },
          { term: t('operators:people.email'), value: email ?? '–' },
          { term: t('operators:people.since'), value: dateTime(registeredAt) },
          {
            term: t('operators:people.lastSeen'),
            value: lastSeenAt === null ? t('operators:people.never') : dateTime(lastSeenAt),
          },
          { term: t('operators:people.sessions'), value: number(sessions) },
          {
            term: t('operators:people.factor'),
            value:
              factors.length === 0
                ? t('operators:people.noFactor')
                : factors.map((kind) => t(`operators:people.factors.${kind}`)).join(', '),
          },
        ]}
      />
      {isOwn ? (
        <Alert>{t('operators:people.own')}</Alert>
      ) : (
        <Section id="decision" title={t(`operators:people.decision.${decision}`)}>
          <Stack gap={5}>
            <Tabs
              label={t('operators:people.decisions')}
              items={offered.map((one) => ({
                href: operatorPaths.person(id, { decision: one }),
                label: t(`operators:people.decision.${one}`),
                current: one === decision,
              }))}
            />
            {decision !== 'change_role' && <p>{t(`operators:people.effect.${decision}`)}</p>}
            <PostForm key={decision} lastResult={answer?.lastResult} defaults={{ role }}>
              <HiddenFields values={{ decision, state }} />
              {decision === 'change_role' && (
                <SelectField
                  name="role"
                  label={t('operators:people.newRole')}
                  options={operatorRoles.map((one) => ({ value: one, label: t(`operators:role.${one}`) }))}
                />
              )}
              <TextAreaField
                name="reason"
                label={t('operators:people.reason')}
                hint={t('operators:people.reasonHint')}
                maxLength={300}
              />
              <SubmitButton variant={decision === 'suspend' ? 'danger' : undefined}>
                {t(`operators:people.decision.${decision}`)}
              </SubmitButton>
            </PostForm>
          </Stack>
        </Section>
      )}
    </Stack>
  )
}
