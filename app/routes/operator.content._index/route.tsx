import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { type OperatorCall, operatorPermissions } from '~/session/operator-permissions.server'
import { requireOperator } from '~/session/guards.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'content:title' }

const settings = [
  ...(['faq', 'company', 'contacts', 'team', 'vacancies', 'disclosures'] as const),
  ...(['ranks', 'referral', 'rewards', 'limits', 'anomalies'] as const),
]

type Group = 'texts' | 'terms'
type Name =
  | (typeof settings)[number]
  | 'news'
  | 'mailings'
  | 'plans'
  | 'paymentSystems'
  | 'subscription'
  | 'rates'

/** What the site says, then what investors invest on; each with the call that its page needs. */
const groups: Record<Group, { name: Name; href: string; call: OperatorCall }[]> = {
  texts: [
    { name: 'news', href: operatorPaths.news(), call: 'news' },
    { name: 'mailings', href: operatorPaths.mailings(), call: 'mailings' },
    ...settings.slice(0, 6).map(settingPage),
  ],
  terms: [
    { name: 'plans', href: operatorPaths.plans(), call: 'plans' },
    { name: 'paymentSystems', href: operatorPaths.paymentSystems(), call: 'paymentSystems' },
    { name: 'subscription', href: operatorPaths.subscriptionOptions(), call: 'subscriptionOptions' },
    { name: 'rates', href: operatorPaths.rates(), call: 'setRate' },
    ...settings.slice(6).map(settingPage),
  ],
}

function settingPage(name: (typeof settings)[number]) {
  return { name, href: operatorPaths.contentOf(name), call: 'editSetting' as const }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context)
  await requireExtension(upstream, 'operator')
  const { may } = await operatorPermissions(upstream)
  const shown = (group: Group) =>
    groups[group].filter(({ call }) => may(call)).map(({ name, href }) => ({ name, href }))
  const [texts, terms] = [shown('texts'), shown('terms')]
  if (texts.length + terms.length === 0) throw new Response(null, { status: 404 })
  return { texts, terms }
}

/** Everything that the company writes and sets, in two lists. */
export default function OperatorContent() {
  const lists = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader title={t('content:title')} lead={t('content:lead')} />
      {(['texts', 'terms'] as const)
        .filter((group) => lists[group].length > 0)
        .map((group) => (
          <Section key={group} id={group} title={t(`content:groups.${group}`)}>
            <Stack as="ul" gap={4}>
              {lists[group].map(({ name, href }) => (
                <li key={name}>
                  <Link href={href}>{t(`content:pages.${name}.title`)}</Link>
                  <Soft small>{t(`content:pages.${name}.lead`)}</Soft>
                </li>
              ))}
            </Stack>
          </Section>
        ))}
    </Stack>
  )
}
