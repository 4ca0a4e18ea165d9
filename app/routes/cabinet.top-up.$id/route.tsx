import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Refill } from '~/contract/funds'
import { withSystem } from '~/investments/systems.server'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { HowToPay, PlayTransfer } from './how-to-pay'
import { RefillFacts, WhatHappened } from './facts'
import { seenText, viewRefill } from './refill-view.server'

export const handle: PageHandle = {
  title: titleBy<Data>('cabinet:refill.page', ({ refill }, { t, amount, date }) =>
    titleOf(
      t('cabinet:refill.title', { amount: amount(refill.requestAmount, refill.currency) }),
      given(refill.createdAt, date),
    ),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [refill, extensions] = await Promise.all([
    upstream.refills.one({ id: params.id ?? '' }),
    panel(extensionsOf(upstream)),
  ])
  const view = viewRefill(await withSystem(upstream, refill), upstream.now())
  return { ...view, seen: seenText(context.i18n, view.refill), isDemo: extensions?.has('demo') ?? false }
}

export default function TopUp() {
  const { refill, payment, isOtherAmount, seen, isDemo } = useLoaderData<typeof loader>()
  const { t, amount } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:refill.title', { amount: amount(refill.requestAmount, refill.currency) })}
        tag={<StateTag entry="refill" state={refill.status} />}
        back={{ href: paths.topUps(), label: t('cabinet:refill.back') }}
      />
      <WhatHappened refill={refill} isOtherAmount={isOtherAmount} seen={seen} />
      {payment && <HowToPay refill={refill} payment={payment} />}
      {payment && isDemo && <PlayTransfer refillId={refill.id} />}
      <NextAction status={refill.status} />
      <RefillFacts refill={refill} />
    </Stack>
  )
}

/** The next step once a request is over. */
function NextAction({ status }: { status: Refill['status'] }) {
  const { t } = useI18n()
  if (status === 'pending' || status === 'unknown') return null
  const [href, words] =
    status === 'topped_up'
      ? [paths.newDeposit(), t('common:action.openDeposit')]
      : [paths.topUps(), t('cabinet:refill.again')]
  return (
    <Cluster>
      <ButtonLink href={href} variant="primary">
        {words}
      </ButtonLink>
    </Cluster>
  )
}
