import { z } from 'zod'
import { Id } from '~/contract/values'

/** Without an id: all others. */
export const EndForm = z.object({ id: Id.optional() })
