import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { type PageHandle } from '~/framework/page'
import { Passages } from '~/site/passages'
import { DescriptionList } from '~/ui/description-list/description-list'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { partIfKept } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'site:about.title', description: 'site:about.lead' }

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  return { company: await partIfKept(setting(upstream, 'company', { soon: true })) }
}

const principles = [1, 2, 3, 4] as const

export default function About() {
  const { company } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7} width="reading">
      <PageHeader title={t('site:about.title')} lead={t('site:about.lead')} />
      <Passages
        items={[
          { title: t('site:about.what'), text: t('site:about.whatText') },
          { title: t('site:about.mission'), text: t('site:about.missionText') },
        ]}
      />
      <Section id="principles" title={t('site:about.principles')}>
        <Passages
          as="h3"
          items={principles.map((n) => ({
            title: t(`site:about.principle${n}`),
            text: t(`site:about.principle${n}Text`),
          }))}
        />
      </Section>
      {company !== undefined && (
        <Section id="company" title={t('site:about.company')}>
          <p>{t('site:about.companyText')}</p>
          {company ? (
            <Company {...company} />
          ) : (
            <EmptyState title={t('site:about.noCompany')}>{t('site:about.noCompanyText')}</EmptyState>
          )}
        </Section>
      )}
    </Stack>
  )
}

function Company({ name, country, code, registeredAt, licence }: SettingValue<'company'>) {
  const { t, day } = useI18n()
  const langOf = useTextLanguage()
  return (
    <DescriptionList
      facts={[
        { term: t('site:about.name'), value: name },
        { term: t('site:about.country'), value: country },
        code !== null && { term: t('site:about.code'), value: code },
        registeredAt !== null && { term: t('site:about.registeredAt'), value: day(registeredAt) },
        licence !== undefined && {
          term: t('site:about.licence'),
          value: licence === null ? t('site:about.noLicence') : <span lang={langOf(licence)}>{licence}</span>,
        },
      ]}
    />
  )
}
