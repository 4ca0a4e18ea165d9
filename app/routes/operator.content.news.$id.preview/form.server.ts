import { z } from 'zod'
import { versionField } from '~/content/form-schemas.server'

/** Puts an item on the site as it was previewed, or takes it off. */
export const StateForm = z.object({
  intent: z.enum(['publish', 'withdraw'], 'invalid'),
  version: versionField,
  /** The state of the item when the page was opened: only its texts are in the version. */
  state: z.string().max(32, 'invalid').default(''),
})
