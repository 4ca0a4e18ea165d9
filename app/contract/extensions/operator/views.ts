import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { Id, Text } from '../../values'
import { access } from './call'
import { caseQueues } from './cases'

/** Views of the queues that an operator has saved: the filters of an address, under a name of their own. */

const extension = 'savedViews'

/** No operator keeps more, in all queues. */
export const maxViews = 20

export const viewNameChars = 40

const roles = ['support', 'cashier'] as const

/** A search takes 100 letters, and most scripts have six or nine characters for each of theirs in an address. */
export const viewFiltersChars = 1_000

/**
 * The filters and the order as the address of a queue has them, such as `status=open&search=kelp`; what they mean is the
 * app's.
 */
const Filters = z.string().trim().max(viewFiltersChars)

const SavedView = z.object({ id: Id, queue: z.enum(caseQueues), name: Text, filters: Filters })
export type SavedView = Understood<typeof SavedView>

const Views = z.object({ items: z.array(SavedView) })

export const views = {
  savedViews: call({
    method: 'GET',
    path: '/ext/operator/views',
    access,
    roles,
    extension,
    summary: 'The views of queues that the caller has saved, by name',
    output: Views,
  }),
  saveView: call({
    method: 'POST',
    path: '/ext/operator/views',
    access,
    roles,
    extension,
    summary: `Saves a view of a queue, at most ${maxViews} of each operator; one of this name is replaced`,
    body: z.object({
      queue: z.enum(caseQueues),
      name: z.string().trim().min(1).max(viewNameChars),
      filters: Filters,
    }),
    output: Views,
  }),
  removeView: call({
    method: 'POST',
    path: '/ext/operator/views/{id}/remove',
    access,
    roles,
    extension,
    summary: 'Removes a view that the caller has saved',
    params: z.object({ id: Id }),
    output: Views,
    errors: ['not_found'],
  }),
}
