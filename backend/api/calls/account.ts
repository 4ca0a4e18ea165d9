import { contract } from '~/contract/index'
import { askDeletion } from '../../accounts/ask-deletion'
import { exportAccount } from '../../accounts/export-account'
import { keptByLaw } from '../../accounts/kept-by-law'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'

/** What we hold of an investor: to take away, and to have erased. */
export function accountCalls(services: Services): Handler[] {
  return [
    authenticated(contract.account.export, ({ language }, { user }) =>
      exportAccount(services, user.id, language),
    ),

    authenticated(contract.account.delete, async ({ language }, { user }) => {
      await askDeletion(services, user.id)
      return { kept: keptByLaw(language) }
    }),
  ]
}
