import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { audienceText } from '~/content/audience'
import { BothLanguages } from '~/content/both-languages'
import { type ContentReply, digestOf } from '~/content/edit.server'
import { type RequestContext } from '~/context'
import { languages } from '~/contract/languages'
import { SelectField, TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { sendingMailing } from '~/money-forms/definitions/operator-content.server'
import { type ReviewPage } from '~/money-forms/review.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Card } from '~/ui/card/card'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Columns, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'
import { MailingForm, type MailingReview, mailingOf, reviewOf } from './form.server'

export const handle: PageHandle = { title: 'content:mailings.new' }

export async function loader({ context }: LoaderFunctionArgs) {
  await requireMailings(context)
  return { submission: await context.idempotencyKeys.issue(sendingMailing.name) }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireMailings(context)
  const form = await parseForm(context, MailingForm)
  if (!form.ok) return invalid(form, { submission: await context.idempotencyKeys.issue(sendingMailing.name) })
  if (wantsChange(context)) return toChange(form)
  const sent = mailingOf(form.value)
  return answerReviewedForm(context, sendingMailing, form, {
    // All of the message would be too long for what is kept of a form that was sent.
    values: { digest: digestOf(sent) },
    sent,
    review: () => reviewOf(form.value, upstream, context),
  })
}

async function requireMailings(context: RequestContext) {
  const { upstream } = await requireOperator(context, 'createMailing', 'mailingRecipients')
  await requireExtension(upstream, 'operator')
  return { upstream }
}

/** Writes a mailing; what it will be and how many it will reach is shown before it is sent. */
export default function OperatorMailingForm() {
  const { submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  if (reply && 'review' in reply)
    return <ReviewOfMailing page={reply} submission={reply.submission ?? submission} />
  const answer = reply as ContentReply
  const everyone = { value: '', label: t('content:mailings.any') }
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:mailings.new')}
        back={{ href: operatorPaths.mailings(), label: t('content:pages.mailings.title') }}
      />
      <PostForm
        action={operatorPaths.newMailing()}
        lastResult={answer?.lastResult}
        submission={answer?.submission ?? submission}
        width="full"
      >
        <Columns>
          <SelectField
            name="language"
            label={t('content:mailings.language')}
            options={[
              everyone,
              ...languages.map((value) => ({ value, label: t(`content:mailings.languages.${value}`) })),
            ]}
            optional
          />
          <SelectField
            name="deposits"
            label={t('content:mailings.ofDeposits')}
            options={[
              everyone,
              ...(['open', 'none'] as const).map((value) => ({
                value,
                label: t(`content:mailings.deposits.${value}`),
              })),
            ]}
            optional
          />
          <SelectField
            name="verified"
            label={t('content:mailings.ofVerification')}
            options={[
              everyone,
              ...(['true', 'false'] as const).map((value) => ({
                value,
                label: t(`content:mailings.verified.${value}`),
              })),
            ]}
            optional
          />
        </Columns>
        <BothLanguages
          name="message"
          label={t('content:mailings.message')}
          hint={t('content:html')}
          maxLength={60_000}
          rows={10}
          optional
        />
        <TextField
          name="image"
          type="url"
          label={t('content:news.image')}
          hint={t('content:imageHint')}
          autoComplete="off"
          maxLength={2048}
          optional
        />
        <BothLanguages
          name="imageAlt"
          label={t('content:mailings.imageAlt')}
          hint={t('content:mailings.imageAltHint')}
          maxLength={500}
          rows={2}
          optional
        />
        <SubmitButton>{t('content:mailings.review')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}

function ReviewOfMailing({ page, submission }: { page: ReviewPage<MailingReview>; submission: string }) {
  const { review, changed, lastResult } = page
  const i18n = useI18n()
  const { t, number } = i18n
  const { audience, recipients, messages, isImageLeftOut, typed, figures } = review
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('content:mailings.reviewTitle')} lead={t('content:mailings.reviewText')} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t('content:mailings.changed')}
        </Alert>
      )}
      <DescriptionList
        facts={[
          { term: t('content:mailings.audience'), value: audienceText(audience, i18n) },
          {
            term: t('content:mailings.recipients'),
            value: number(recipients.ru + recipients.en),
            note: t('content:mailings.byLanguage', { ru: number(recipients.ru), en: number(recipients.en) }),
            strong: true,
          },
        ]}
      />
      {isImageLeftOut && <Alert meaning="warning">{t('content:imageLeftOut')}</Alert>}
      {messages.map(({ language, html, image, imageAlt }) => (
        <Section key={language} id={`in-${language}`} title={t(`content:preview.${language}`)}>
          <Card lang={language}>
            <Stack gap={4}>
              {image && <img src={image} alt={imageAlt} />}
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </Stack>
          </Card>
        </Section>
      ))}
      <ConfirmForm
        action={operatorPaths.newMailing()}
        submission={submission}
        lastResult={lastResult}
        typed={typed}
        shown={{ figures }}
        act={t('content:mailings.act', { count: recipients.ru + recipients.en })}
        note={t('content:mailings.once')}
      />
    </Stack>
  )
}
