import { contract } from '~/contract/index'
import { askDeletion } from '../../accounts/ask-deletion'
import { keptByLaw } from '../../accounts/kept-by-law'
import { takeDataAway } from '../../accounts/take-data-away'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** An investor's data: its export and its erasure. */
export function accountCalls(services: Services): Handler[] {
  return [
    authenticated(contract.account.export, ({ body, address, device, language }, caller) =>
      takeDataAway(services, { ...body, caller, address, device, language }),
    ),

    authenticated(contract.account.delete, async ({ body, address, device, language }, caller) => {
      await askDeletion(services, { ...body, caller, address, device })
      return { kept: keptByLaw(language) }
    }),
  ]
}
