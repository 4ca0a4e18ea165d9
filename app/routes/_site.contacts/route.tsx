import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { TextAreaField, TextField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { answerInquiry } from '~/forms/public-form.server'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { ContactMethods } from '~/site/contact-methods'
import { requireSitePage } from '~/site/site-pages.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { partIfKept, publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { MessageForm } from './form.server'

export const handle: PageHandle = { title: 'site:contacts.title', description: 'site:contacts.lead' }

const maxMessage = 5000

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const soon = { soon: true }
  await requireSitePage(upstream, 'contacts')
  const [contacts, extensions] = await Promise.all([
    partIfKept(setting(upstream, 'contacts', soon)),
    publicPanel(extensionsOf(upstream, soon)),
  ])
  // The page omits what this company does not provide, and reports what could not be read.
  return {
    contacts,
    hasContacts: contacts !== undefined,
    takesMessages: extensions?.has('inquiries') ?? true,
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context, MessageForm)
  if (!form.ok) return invalid(form)
  return answerInquiry(context, form, async () => {
    await context.upstream.inquiries.message(form.value)
    return redirect(paths.contactsSent(), 303)
  })
}

export default function Contacts() {
  const { contacts, hasContacts, takesMessages } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7} width="reading">
      <PageHeader title={t('site:contacts.title')} lead={t('site:contacts.lead')} />
      {hasContacts && (
        <Section id="ways" title={t('site:contacts.channels')}>
          {contacts ? (
            <ContactMethods {...contacts} />
          ) : (
            <EmptyState title={t('site:contacts.noContacts')}>
              {t(takesMessages ? 'site:contacts.noContactsForm' : 'site:contacts.noContactsText')}
            </EmptyState>
          )}
        </Section>
      )}
      {takesMessages && (
        <Section id="write" title={t('site:contacts.form')}>
          <Message />
        </Section>
      )}
    </Stack>
  )
}

function Message() {
  const answer = useActionData<typeof action>()
  const { t, number } = useI18n()
  return (
    <PostForm action={paths.contacts()} lastResult={answer?.lastResult}>
      <TextField name="name" label={t('site:contacts.name')} autoComplete="name" maxLength={200} />
      <TextField
        name="email"
        type="email"
        label={t('site:contacts.yourEmail')}
        hint={t('site:contacts.emailHint')}
        autoComplete="email"
        maxLength={254}
      />
      <TextAreaField
        name="message"
        label={t('site:contacts.message')}
        hint={t('site:contacts.messageHint', { max: number(maxMessage) })}
        rows={6}
        maxLength={maxMessage}
      />
      <SubmitButton>{t('site:contacts.send')}</SubmitButton>
    </PostForm>
  )
}
