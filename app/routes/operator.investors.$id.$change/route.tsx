import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { WaitingProposal } from '~/approvals/waiting-proposal'
import { TextAreaField, TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { changes, mayChange, proposalOf } from '~/identity/investors/changes.server'
import { ReadableTexts } from '~/identity/investors/readable-texts'
import { useI18n } from '~/locale/context'
import { answerMoneyForm, answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { ConfirmForm } from '~/money-forms/confirm-form'
import {
  decideUser,
  endSessions,
  removeFactors,
  replaceContacts,
  unfreezeUser,
} from '~/money-forms/definitions/investor-changes.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Soft, Stack } from '~/ui/layout/layout'
import { DescriptionList } from '~/ui/description-list/description-list'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { changeNamed, forms, beganAt, typedFor } from './form.server'

export const handle: PageHandle = {
  title: titleBy<Data>('investors:title', ({ change, login }, { t }) =>
    t(`investors:change.${textsOf[change]}.title`, { login }),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '', change: name = '' }, context }: LoaderFunctionArgs) {
  const change = changeNamed(name)
  const { upstream } = await requireOperator(context, 'investor', 'investorPreview', changes[change].call)
  const { form, previewed } = forms[change]
  const [found, preview, submission] = await Promise.all([
    upstream.operator.investor({ id }),
    upstream.operator.investorPreview({ id, change: previewed }),
    context.idempotencyKeys.issue(form, id),
  ])
  const { user, sessions } = found
  return {
    ...{ id, change, preview, submission, login: user.login, sessions: sessions.length },
    applies: mayChange(found, change),
    waiting: proposalOf(found, change),
    since: beganAt(found, change),
  }
}

export async function action({ params: { id = '', change: name = '' }, context }: ActionFunctionArgs) {
  const change = changeNamed(name)
  const { upstream } = await requireOperator(context, 'investor', 'investorPreview', changes[change].call)
  const form = await parseForm(context, typedFor(change))
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(forms[change].form, id) })
  if (wantsChange(context)) return toChange(form)
  const { reason, email, since } = form.value
  const options = { subject: id }
  const takesBack = { ...options, problems: () => problemsSince() }
  const values = { id, reason }
  /** What the investor will read, and the state that it was shown for. */
  async function review() {
    const [{ user }, preview] = await Promise.all([
      upstream.operator.investor({ id }),
      upstream.operator.investorPreview({ id, change: forms[change].previewed, reason, email }),
    ])
    const figures = [user.suspended?.since, user.email, user.phone, user.contactReplacement?.at]
    return { review: { figures: figures.map((one) => one ?? 'none').join(' '), preview, email } }
  }
  async function problemsSince() {
    const now = beganAt(await upstream.operator.investor({ id }), change)
    const isShown = !since || now === null || now === since
    return isShown ? null : { reason: context.i18n.t('refusals:code.changed_meanwhile') }
  }
  switch (change) {
    case 'suspend':
      return answerReviewedForm(context, decideUser, form, {
        ...{ ...options, review },
        values: { ...values, decision: 'suspend' },
      })
    case 'replace-contacts':
      return answerReviewedForm(context, replaceContacts, form, {
        ...{ ...options, review },
        values: { ...values, decision: 'plan', email: email! }, // typed in this change's form
      })
    case 'keep-contacts':
      return answerMoneyForm(context, replaceContacts, form, {
        ...takesBack,
        values: { ...values, decision: 'cancel' },
      })
    case 'restore':
      return answerMoneyForm(context, decideUser, form, {
        ...takesBack,
        values: { ...values, decision: 'restore' },
      })
    case 'end-sessions':
      return answerMoneyForm(context, endSessions, form, { ...options, values })
    case 'unfreeze':
      return answerMoneyForm(context, unfreezeUser, form, { ...takesBack, values })
    case 'remove-factors':
      return answerMoneyForm(context, removeFactors, form, { ...options, values })
  }
}

/** One change of an account: what happens, what the investor reads of it, and the button. */
export default function ChangeInvestor() {
  const { id, change, login, applies, waiting, since, preview, sessions, submission } =
    useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const named = textsOf[change]
  const header = (lead?: string) => (
    <PageHeader
      title={t(`investors:change.${named}.title`, { login })}
      lead={lead}
      back={{ href: operatorPaths.investor(id), label: t('investors:change.back', { login }) }}
    />
  )
  if (reply && 'review' in reply)
    return (
      <Stack gap={6} width="reading">
        {header(t('investors:change.reviewLead'))}
        {reply.changed && (
          <Alert meaning="warning" role="alert">
            {t('investors:change.changed')}
          </Alert>
        )}
        {reply.review.email !== undefined && (
          <DescriptionList
            facts={[{ term: t('investors:change.replaceContacts.email'), value: reply.review.email }]}
          />
        )}
        <ReadableTexts {...reply.review.preview} />
        <ConfirmForm
          action={operatorPaths.changeInvestor(id, change)}
          submission={reply.submission ?? submission}
          lastResult={reply.lastResult}
          typed={reply.typed}
          shown={{ figures: reply.review.figures }}
          act={t(`investors:change.${named}.title`, { login })}
        />
      </Stack>
    )
  return (
    <Stack gap={6} width="reading">
      {header()}
      {applies || reply ? (
        <>
          <Section id="effect" title={t('investors:change.effectTitle')}>
            <p>{t(`investors:change.${named}.effect`, { count: sessions })}</p>
          </Section>
          {!isReviewed(change) && <ReadableTexts {...preview} />}
          <PostForm lastResult={reply?.lastResult} submission={reply?.submission ?? submission}>
            {since !== null && <HiddenFields values={{ since }} />}
            {change === 'replace-contacts' && (
              <TextField
                name="email"
                type="email"
                label={t('investors:change.replaceContacts.email')}
                hint={t('investors:change.replaceContacts.emailHint')}
                autoComplete="off"
                maxLength={254}
              />
            )}
            <TextAreaField
              name="reason"
              label={t('investors:change.reasonLabel')}
              hint={t(`investors:change.${named}.reason`)}
              maxLength={300}
            />
            <SubmitButton variant={change === 'remove-factors' ? 'danger' : 'primary'}>
              {isReviewed(change) ? t('common:action.continue') : t(`investors:do.${change}`)}
            </SubmitButton>
          </PostForm>
        </>
      ) : waiting ? (
        <WaitingProposal proposal={waiting} />
      ) : (
        <Soft>{t(`investors:change.${named}.no`)}</Soft>
      )}
    </Stack>
  )
}

/** Where the texts of each change stand. */
const textsOf = {
  suspend: 'suspend',
  restore: 'restore',
  'end-sessions': 'endSessions',
  unfreeze: 'unfreeze',
  'remove-factors': 'removeFactors',
  'replace-contacts': 'replaceContacts',
  'keep-contacts': 'keepContacts',
} as const

/** Changes whose effect depends on what is typed: it is shown before it is made. */
const isReviewed = (change: keyof typeof textsOf) => change === 'suspend' || change === 'replace-contacts'
