import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { answersOf, readFaq } from '~/site/faq.server'
import { sitePagesOf } from '~/site/site-pages.server'

export const handle: PageHandle = {
  title: 'site:faq.title',
  description: 'site:faq.lead',
  structured(i18n, data) {
    const { figures, own } = data as Awaited<ReturnType<typeof loader>>
    return own && faqPage(answersOf(i18n, figures, own))
  },
}

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const [faq, pages] = await Promise.all([readFaq(upstream), sitePagesOf(upstream)])
  return { ...faq, hasContacts: pages.contacts }
}

export default function Faq() {
  const { figures, own, hasContacts } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t } = i18n
  const langOf = useTextLanguage()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:faq.title')} lead={t('site:faq.lead')} />
      <RiskAlert />
      {!own && <EmptyState title={t('site:faq.late')}>{t('site:faq.lateText')}</EmptyState>}
      <Stack gap={2}>
        {(own ? answersOf(i18n, figures, own) : []).map(({ question, answer }) => (
          <Disclosure key={question} title={<span lang={langOf(question)}>{question}</span>}>
            <p lang={langOf(answer)}>{answer}</p>
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
