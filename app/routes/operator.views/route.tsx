import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as styles from '~/cases/cases.css'
import { queueList } from '~/cases/paths'
import { RemoveView, SaveView } from '~/cases/saved-views'
import { allViews, answerViews } from '~/cases/saved-views.server'
import { type PageHandle } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { requireOperator } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'cases:views.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'savedViews')
  await requireExtension(upstream, 'savedViews')
  return { views: await allViews(context) }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, 'savedViews', 'saveView', 'removeView')
  await requireExtension(upstream, 'savedViews')
  return answerViews(context)
}

/** All saved views of an operator; one that could not be saved is shown here again. */
export default function OperatorViews() {
  const { views } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useI18n()
  const typed = lastResult?.initialValue ?? {}
  const queue = queueList.find((one) => one === typed['queue'])
  const filters = typeof typed['filters'] === 'string' ? typed['filters'] : ''
  return (
    <Stack gap={5} width="reading">
      <PageHeader title={t('cases:views.title')} lead={t('cases:views.lead')} />
      {queue && <SaveView queue={queue} filters={filters} lastResult={lastResult} />}
      {views.length === 0 ? (
        <EmptyState title={t('cases:views.none')} />
      ) : (
        <Stack as="ul" gap={2}>
          {views.map((view) => (
            <li key={view.id} className={styles.view}>
              <span className={styles.viewName}>
                {t(`operator:queue.${view.queue}`)}: <Link href={view.href}>{view.name}</Link>
              </span>
              <RemoveView queue={view.queue} view={view} filters="" />
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
