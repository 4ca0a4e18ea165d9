import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { personOf } from '~/people/person.server'
import { requireInvestor } from '~/session/guards.server'
import { ownUser } from '~/session/own-user.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { changeContacts, changePerson } from './changes.server'
import { ContactsFields } from './contacts-fields'
import { personIntent } from './intent'
import { PersonFields } from './person-fields'

export const handle: PageHandle = { title: 'settings:profile.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [user, person] = await Promise.all([ownUser(upstream), personOf(upstream)])
  const { login, email, phone, country, city, instagram, telegram, vk } = user
  return { login, contacts: { email, phone, country, city, instagram, telegram, vk }, person }
}

/** Two forms on one page, one for each of the places where the data lies. */
export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireInvestor(context)
  return context.form?.get('intent') === personIntent
    ? changePerson(context, investor)
    : changeContacts(context, investor)
}

export default function ProfilePage() {
  const { login, contacts, person } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useI18n()
  const ofPerson = lastResult?.initialValue?.['intent'] === personIntent
  return (
    <Stack gap={6}>
      <PageHeader title={t('settings:profile.title')} lead={t('settings:profile.lead', { login })} />
      <Section id="contacts" title={t('settings:profile.contacts')}>
        <ContactsFields contacts={contacts} lastResult={ofPerson ? undefined : lastResult} />
      </Section>
      <Section id="person" title={t('settings:profile.person')}>
        <PersonFields person={person} lastResult={ofPerson ? lastResult : undefined} />
      </Section>
    </Stack>
  )
}
