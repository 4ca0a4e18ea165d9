import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { personOf } from '~/identity/person.server'
import { requireInvestor } from '~/session/guards.server'
import { ownUser } from '~/session/own-user.server'
import { DescriptionList, hasFacts } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import {
  changeContacts,
  changePerson,
  confirmEmail,
  contactsOf,
  factsOf,
  pendingEmailOf,
  resendEmailCode,
} from './profile.server'
import { ContactsFields, EmailConfirmation, PersonFields } from './profile-forms'
import { emailIntents, personIntent } from './intent'

export const handle: PageHandle = { title: 'settings:profile.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const investor = await requireInvestor(context)
  const { upstream } = investor
  const [user, person] = await Promise.all([ownUser(investor), personOf(upstream)])
  const pendingEmail = await pendingEmailOf(upstream, user)
  return {
    login: user.login,
    facts: factsOf(user, context.i18n),
    contacts: contactsOf(user),
    pendingEmail,
    person,
    // The browser has none of the texts of signing in.
    emailHint: context.i18n.t('auth:register.emailHint'),
  }
}

/** Forms for the contacts and the personal data, and for an e-mail that awaits its code. */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireInvestor(context)
  const intent = context.form?.get('intent')
  if (intent === emailIntents.confirm) return confirmEmail(context, investor)
  if (intent === emailIntents.resend) return resendEmailCode(context, investor)
  return intent === personIntent ? changePerson(context, investor) : changeContacts(context, investor)
}

export default function ProfilePage() {
  const { login, facts, contacts, pendingEmail, person, emailHint } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useI18n()
  const intent = lastResult?.initialValue?.['intent']
  const ofPerson = intent === personIntent
  const ofEmail = intent === emailIntents.confirm || intent === emailIntents.resend
  return (
    <Stack gap={6}>
      <PageHeader title={t('settings:profile.title')} lead={t('settings:profile.lead', { login })} />
      {hasFacts(facts) && <DescriptionList facts={facts} />}
      {pendingEmail && (
        <Section id="email" title={t('settings:email.title')}>
          <EmailConfirmation email={pendingEmail} lastResult={ofEmail ? lastResult : undefined} />
        </Section>
      )}
      <Section id="contacts" title={t('settings:profile.contacts')}>
        <ContactsFields
          contacts={contacts}
          lastResult={ofPerson || ofEmail ? undefined : lastResult}
          emailHint={emailHint}
        />
      </Section>
      <Section id="person" title={t('settings:profile.person')}>
        <PersonFields person={person} lastResult={ofPerson ? lastResult : undefined} />
      </Section>
    </Stack>
  )
}
