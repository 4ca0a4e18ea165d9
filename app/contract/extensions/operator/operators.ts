import { z } from 'zod'
import { call } from '../../call'
import { operatorRoles } from '../../operator-roles'
import { Login, word } from '../../values'
import { access } from './call'

/** The operators themselves: who they are and what each may do. */

const extension = 'operators'

export const operators = {
  self: call({
    method: 'GET',
    path: '/ext/operator/self',
    access,
    extension,
    summary: 'The signed-in operator, and the names of the calls that the role may make',
    output: z.object({
      login: Login,
      role: word(...operatorRoles),
      calls: z.array(z.string().max(64)).max(500),
    }),
  }),
}
