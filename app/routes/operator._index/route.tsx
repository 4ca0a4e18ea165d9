import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { Columns, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { DemoClock } from './demo-clock'
import { DueFirst } from './due-first'
import { Flow } from './flow'
import { Health } from './health'
import { Addresses, House } from './house'
import { drawFlow } from './flow.server'
import * as styles from './today.css'
import { Waiting } from './waiting'

export const handle: PageHandle = { title: 'operator:summary.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context)
  const extensions = await extensionsOf(upstream)
  // Another upstream has no such figures; the page about how it is understood exists for any upstream.
  if (!extensions.has('operator')) return redirect(operatorPaths.upstream())
  const [{ flow, ...summary }, { may }, clock] = await Promise.all([
    upstream.operator.summary(),
    operatorPermissions(upstream),
    extensions.has('demo') ? panel(upstream.demo.time()) : null,
  ])
  return {
    summary,
    flow: flow ? drawFlow(flow) : null,
    clock,
    now: upstream.now().getTime(),
    maySee: { content: may('news'), addresses: may('addAddresses') },
    hasDeviations: upstream.deviations().length > 0,
  }
}

/** What needs somebody now, on the first screen; below it what is good to know. */
export default function OperatorToday() {
  const { summary, flow, clock, now, maySee, hasDeviations } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const { waiting = [], due, addresses, accounts } = summary
  return (
    <Stack gap={6}>
      <PageHeader title={t('operator:summary.title')} />
      <Waiting {...{ waiting, now }} overdue={summary.overdue} queues={summary.queues} />
      <div className={due ? styles.columns : undefined}>
        {due && <DueFirst due={due} now={now} />}
        <Health {...{ summary, hasDeviations }} mayWrite={maySee.content} />
      </div>
      {flow && <Flow {...flow} />}
      {accounts && <House accounts={accounts} users={summary.users} />}
      <Columns gap={6}>
        {addresses && addresses.length > 0 && <Addresses addresses={addresses} mayAdd={maySee.addresses} />}
        {clock && <DemoClock {...clock} />}
      </Columns>
    </Stack>
  )
}
