import { type z } from 'zod'
import { type SettingValue } from '~/contract/settings'
import { brand } from '~/ui/theme/brand'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useDocumentFacts } from '~/framework/document'
import { resumeMaxMib } from '~/forms/largest-file'
import { invalidWithFiles, passFiles } from '~/forms/pass-files.server'
import { parseForm } from '~/forms/parse.server'
import { answerInquiry } from '~/forms/public-form.server'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { islandHref } from '~/site/islands/island.server'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { PlaceAndDay } from '~/site/place-and-day'
import { sitePagesOf } from '~/site/site-pages.server'
import { publicPanel } from '~/upstream/panel.server'
import { extensionsOf, setting } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { Application } from './application'
import * as styles from './application.css'
import { ApplicationForm } from './form.server'

type Vacancy = SettingValue<'vacancies'>[number]

/** As search engines read it: https://schema.org/JobPosting */
function jobPosting(
  { title, postedAt, location, description, qualifications }: Vacancy,
  company: string | null,
) {
  return {
    '@type': 'JobPosting',
    title,
    ...(postedAt && { datePosted: postedAt }),
    description,
    qualifications: qualifications.join('; '),
    hiringOrganization: { '@type': 'Organization', name: company ?? brand.name },
    ...(location && { jobLocation: { '@type': 'Place', address: location } }),
    directApply: true,
  }
}

type Data = Awaited<ReturnType<typeof loader>> | undefined

export const handle: PageHandle = {
  title: ({ t }, data) => (data as Data)?.vacancy.title ?? t('site:vacancies.title'),
  description: ({ t }, data) => (data as Data)?.vacancy.description ?? t('site:vacancies.lead'),
  structured: (_i18n, data) =>
    data ? jobPosting((data as NonNullable<Data>).vacancy, (data as NonNullable<Data>).company) : null,
}

const files = ['resume']

const soon = { soon: true }

export async function loader({ context: { upstream }, params: { id } }: LoaderFunctionArgs) {
  const [vacancy, company, extensions] = await Promise.all([
    vacancyOf(upstream, id),
    publicPanel(setting(upstream, 'company', soon)),
    publicPanel(extensionsOf(upstream, soon)),
  ])
  const takesApplications = extensions?.has('inquiries') ?? true
  return {
    vacancy,
    company: company?.name ?? null,
    takesApplications,
    hasContacts: !takesApplications && (await sitePagesOf(upstream)).contacts,
    script: islandHref('dialog'),
  }
}

export async function action({ context, params: { id = '' } }: ActionFunctionArgs) {
  await vacancyOf(context.upstream, id)
  const form = await parseForm(context, ApplicationForm)
  if (!form.ok) return invalidWithFiles(context, form, files)
  const texts = givenTexts(form.value)
  const send = async () => {
    await passFiles(context.upload, { texts, files, maxFileMib: resumeMaxMib }, (through) =>
      context.upstream.inquiries.apply({ id, ...texts }, through),
    )
    return redirect(paths.vacancySent(id), 303)
  }
  return answerInquiry(context, form, send, { files })
}

/** Without what was left empty. */
function givenTexts({ email, message, ...required }: z.output<typeof ApplicationForm>) {
  return { ...required, ...(email && { email }), ...(message && { message }) }
}

/** @throws a 404 if there is none, before any file is read */
async function vacancyOf(upstream: Upstream, id: string | undefined): Promise<Vacancy> {
  const vacancy = (await setting(upstream, 'vacancies', soon)).find((one) => one.id === id)
  if (!vacancy) throw new Response(null, { status: 404 })
  return vacancy
}

/** A refused form comes first, above what its reader has read already. */
export default function VacancyPage() {
  const { vacancy, takesApplications } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  const langOf = useTextLanguage()
  const mayOpen = takesApplications && !answer
  return (
    <Stack gap={7} width="reading">
      <PageHeader
        title={<span lang={langOf(vacancy.title)}>{vacancy.title}</span>}
        lead={(vacancy.location || vacancy.postedAt) && <PlaceAndDay {...vacancy} />}
        back={{ href: paths.vacancies(), label: t('site:vacancies.back') }}
        action={mayOpen && <OpenApplication />}
      />
      {answer && <Apply />}
      <Section id="description" title={t('site:vacancies.description')}>
        <p lang={langOf(vacancy.description)}>{vacancy.description}</p>
      </Section>
      <Section id="qualifications" title={t('site:vacancies.qualifications')}>
        <ul>
          {vacancy.qualifications.map((text) => (
            <li key={text} lang={langOf(text)}>
              {text}
            </li>
          ))}
        </ul>
      </Section>
      {!answer && <Apply />}
    </Stack>
  )
}

/** Leads to the form; where scripts run, the island opens the form as a dialog (app/site/islands/dialog.ts). */
function OpenApplication() {
  const { script } = useLoaderData<typeof loader>()
  const { nonce } = useDocumentFacts()
  const { t } = useI18n()
  return (
    <>
      <ButtonLink
        href="#apply"
        variant="primary"
        data-dialog={styles.dialog}
        data-close={t('common:action.close')}
      >
        {t('site:vacancies.apply')}
      </ButtonLink>
      {script && <script type="module" src={script} nonce={nonce} />}
    </>
  )
}

function Apply() {
  const { vacancy, takesApplications, hasContacts } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Section id="apply" title={t('site:vacancies.apply')}>
      {takesApplications ? (
        <Application id={vacancy.id} lastResult={answer?.lastResult} />
      ) : (
        <EmptyState
          title={t('site:vacancies.closed')}
          action={hasContacts && <ButtonLink href={paths.contacts()}>{t('site:nav.contacts')}</ButtonLink>}
        >
          {hasContacts && t('site:vacancies.closedText')}
        </EmptyState>
      )}
    </Section>
  )
}
