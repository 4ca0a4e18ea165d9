import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type CaseQueue, caseQueues } from '~/contract/extensions/operator/cases'
import { viewFiltersChars, viewNameChars } from '~/contract/extensions/operator/views'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { queuePath } from './paths'

/** Views of a queue that an operator has saved under a name: links to its filters and its order. */

export interface View {
  id: string
  name: string
  href: string
}

/** What the page of a queue shows of them. */
export interface ViewsOffer {
  views: View[]
  /** The filters and the order of this page, as they would be saved. */
  filters: string
}

/** Null where they are not kept, not for this operator, or can't be read now: the queue is shown without them. */
export async function offerViews(
  { upstream }: RequestContext,
  queue: CaseQueue,
  query: object,
): Promise<ViewsOffer | null> {
  const [{ may }, extensions] = await Promise.all([operatorPermissions(upstream), extensionsOf(upstream)])
  if (!extensions.has('savedViews') || !may('savedViews')) return null
  const found = await panel(upstream.operator.savedViews())
  if (!found) return null
  const views = found.items.filter((view) => view.queue === queue)
  return {
    views: views.map(({ id, name, filters }) => ({ id, name, href: hrefOf(queue, filters) })),
    filters: filtersIn(new URLSearchParams(Object.entries(query) as [string, string][])),
  }
}

/** Only the filters and the order of queues: what was saved leads nowhere else. */
const kept = ['status', 'kind', 'vacancy', 'search', 'sort', 'sortDir'] as const

function filtersIn(search: URLSearchParams): string {
  const found = kept.flatMap((name): [string, string][] => {
    const value = search.get(name)?.trim()
    return value && value !== 'undefined' ? [[name, value.slice(0, 100)]] : []
  })
  return new URLSearchParams(found).toString()
}

const hrefOf = (queue: CaseQueue, filters: string) =>
  queuePath[queue](Object.fromEntries(new URLSearchParams(filtersIn(new URLSearchParams(filters)))))

const ViewForm = z.object({
  queue: z.enum(caseQueues),
  filters: z.string().max(viewFiltersChars).default(''),
  name: z.string().trim().max(viewNameChars, 'too_long').optional(),
  id: z.string().max(128).optional(),
})

/** Saves a view or removes one, and leads back to the queue as it was filtered. */
export async function answerViews(context: RequestContext) {
  const { upstream, i18n } = context
  const form = await parseForm(context, ViewForm)
  if (!form.ok) return invalid(form)
  const { queue, name = '', id } = form.value
  const filters = filtersIn(new URLSearchParams(form.value.filters))
  if (id === undefined && name === '')
    return invalid(form, { fields: { name: i18n.t('refusals:code.required') } })
  try {
    await (id === undefined
      ? upstream.operator.saveView({ queue, name, filters })
      : upstream.operator.removeView({ id }))
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    // Removed by an earlier press.
    if (id === undefined || error.kind !== 'not_found') return refused(context, form, error)
  }
  context.flash.set(id === undefined ? 'viewSaved' : 'viewRemoved')
  return redirect(hrefOf(queue, filters), 303)
}

/** All views of the operator, by queue. */
export async function allViews({ upstream }: RequestContext): Promise<(View & { queue: CaseQueue })[]> {
  const { items } = await upstream.operator.savedViews()
  return items.flatMap(({ id, queue, name, filters }) => {
    const known = caseQueues.find((one) => one === queue)
    return known ? [{ id, name, queue: known, href: hrefOf(known, filters) }] : []
  })
}
