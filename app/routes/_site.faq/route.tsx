import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { sitePagesOf } from '~/site/site-pages.server'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { answersOf, figuresOf } from './answers'

export const handle: PageHandle = {
  title: 'site:faq.title',
  description: 'site:faq.lead',
  structured: (i18n, data) => faqPage(answersOf(i18n, (data as Awaited<ReturnType<typeof loader>>).figures)),
}

/** The figures of the answers are the upstream's; a figure that does not arrive soon is left out. */
export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const soon = { soon: true }
  const [plans, systems, referral, rewards, pages] = await Promise.all([
    publicPanel(upstream.settings.plans({}, soon)),
    publicPanel(upstream.settings.paymentSystems({}, soon)),
    publicPanel(setting(upstream, 'referral', soon)),
    publicPanel(setting(upstream, 'rewards', soon)),
    sitePagesOf(upstream),
  ])
  const figures = figuresOf(plans?.items ?? [], systems?.items ?? [], referral ?? [], rewards)
  return { figures, hasContacts: pages.contacts }
}

export default function Faq() {
  const { figures, hasContacts } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t } = i18n
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:faq.title')} lead={t('site:faq.lead')} />
      <RiskAlert />
      <Stack gap={2}>
        {answersOf(i18n, figures).map(({ question, answer }) => (
          <Disclosure key={question} title={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </Stack>
      {hasContacts && (
        <Section id="more" title={t('site:faq.more')}>
          <p>
            <Link href={paths.contacts()}>{t('site:faq.moreText')}</Link>
          </p>
        </Section>
      )}
    </Stack>
  )
}

/** As search engines read it: https://schema.org/FAQPage */
function faqPage(answers: ReturnType<typeof answersOf>) {
  return {
    '@type': 'FAQPage',
    mainEntity: answers.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
