import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OpenState } from '~/content/open-state'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'content:pages.paymentSystems.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'paymentSystems')
  await requireExtension(upstream, 'operator')
  return upstream.operator.paymentSystems()
}

/** The networks with what is open, the fee, and the receiving addresses that are left. */
export default function OperatorPaymentSystems() {
  const { items } = useLoaderData<typeof loader>()
  const { t, number } = useI18n()
  const state = (isOpen: boolean) => (
    <OpenState isOpen={isOpen} open={t('content:systems.open')} closed={t('content:systems.closed')} />
  )
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.paymentSystems.title')}
        lead={t('content:pages.paymentSystems.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
      />
      <Table
        caption={t('content:pages.paymentSystems.title')}
        captionHidden
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'title',
            label: t('content:systems.title'),
            lead: true,
            cell: ({ id, title }) => <Link href={operatorPaths.paymentSystem(id)}>{title}</Link>,
          },
          { key: 'refill', label: t('content:systems.refills'), cell: ({ refill }) => state(refill.enabled) },
          {
            key: 'payment',
            label: t('content:systems.payments'),
            cell: ({ payment }) => state(payment.enabled),
          },
          {
            key: 'fee',
            label: t('content:systems.fee'),
            figures: true,
            cell: ({ payment, currency }) => <Amount value={payment.fee} currency={currency} exact />,
          },
          {
            key: 'addresses',
            label: t('content:systems.freeAddresses'),
            figures: true,
            cell: ({ id, freeAddresses }) => (
              <Link href={operatorPaths.paymentSystemAddresses(id)}>{number(freeAddresses)}</Link>
            ),
          },
        ]}
      />
    </Stack>
  )
}
