import { answerMoneyForm } from '~/money-forms/action.server'
import { takeBackRewards } from '~/money-forms/definitions/take-back-rewards.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Evidence } from '~/identity/links/evidence'
import { pairId, readPairId } from '~/identity/links/pair-id'
import { type PageHandle, titleBy } from '~/framework/page'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Soft, Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { TakeBackForm } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:links.one.title', ({ pair: { investor, partner } }, { t }) =>
    t('operator:links.both', { one: investor.login, other: partner.login }),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { pair: name = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'link')
  const pair = await upstream.operator.link(readPairId(name))
  const id = pairId(pair)
  // The decision is about whose partner the other is, which an address of one's own may have the other way round.
  if (id !== name) throw redirect(operatorPaths.link(id))
  return { pair, submission: await context.idempotencyKeys.issue(takeBackRewards.name, id) }
}

export async function action({ params: { pair: name = '' }, context }: ActionFunctionArgs) {
  await requireOperator(context, 'link')
  const form = await parseForm(context, TakeBackForm)
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(takeBackRewards.name, name) })
  const values = { ...readPairId(name), reason: form.value.reason }
  return answerMoneyForm(context, takeBackRewards, form, { values, subject: name })
}

/** Two linked accounts and the decision, with its effect next to the button. */
export default function OperatorLink() {
  const { pair, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, amount, dateTime } = useI18n()
  const { investor, partner, level, shared, held, currency, takenBack } = pair
  const names = { investor: investor.login, partner: partner.login }
  const sum = amount(held, currency)
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('operator:links.both', { one: investor.login, other: partner.login })}
        back={{ href: operatorPaths.links(), label: t('operator:links.title') }}
      />
      <Section id="known" title={t('operator:links.one.known')}>
        <DescriptionList
          facts={[
            {
              term: t('operator:links.relation'),
              value:
                level === null
                  ? t('operator:links.noRelation')
                  : t('operator:links.invited', { ...names, level }),
            },
            { term: t('operator:links.shared'), value: <Evidence shared={shared} /> },
            ...shared.slice(0, 1).map(({ lastAt }) => ({
              term: t('operator:links.one.lastAt'),
              value: <time dateTime={lastAt}>{dateTime(lastAt)}</time>,
            })),
            { term: t('operator:links.held'), value: <Amount value={held} currency={currency} /> },
          ]}
        />
      </Section>
      <Section id="decision" title={t('operator:links.one.decision')}>
        {takenBack ? (
          <Alert meaning="info" title={t('operator:links.one.done', { at: dateTime(takenBack.at) })}>
            <p>
              {t('operator:links.one.taken', {
                amount: amount(takenBack.amount, currency),
                free: amount(takenBack.free, currency),
              })}
            </p>
            <p>{takenBack.reason}</p>
          </Alert>
        ) : level === null ? (
          <Soft>{t('operator:links.one.nothing')}</Soft>
        ) : (
          <Stack gap={4}>
            <p>{t('operator:links.one.will', { ...names, amount: sum })}</p>
            <p>{t('operator:links.one.free')}</p>
            <PostForm lastResult={reply?.lastResult} submission={reply?.submission ?? submission}>
              <TextAreaField
                name="reason"
                label={t('operator:links.one.reason')}
                hint={t('operator:links.one.reasonHint', names)}
                maxLength={300}
              />
              <SubmitButton variant="danger">
                {t('operator:links.one.takeBack', { amount: sum })}
              </SubmitButton>
            </PostForm>
          </Stack>
        )}
      </Section>
    </Stack>
  )
}
