import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'

/** Rules of the guards for single forms, by the addresses that the forms are posted to. */

const withoutAuthority = new Set<string>([paths.language(), paths.subscribe(), paths.contacts()])

/** Forms without any authority; their pages are cached and can have no token. */
export function hasNoAuthority(path: string): boolean {
  return withoutAuthority.has(path) || isApplication(path)
}

const alikeForAllAccounts = new Set<string>([
  paths.logout(),
  paths.session(),
  paths.language(),
  paths.amounts(),
])

/** Forms that do the same in any account, and do no harm there. */
export function isAlikeForAllAccounts(path: string): boolean {
  return hasNoAuthority(path) || alikeForAllAccounts.has(path)
}

/** Forms that are answered by a file: their addresses have no pages, and their loaders lead to the page of the form. */
export function answersFile(path: string): boolean {
  const [id] = path.split('/').slice(-2)
  return path === paths.accountData() || (id !== undefined && path === operatorPaths.batchFile(id))
}

const withDocuments = new Set<string>([paths.settings('verification'), paths.handInDocuments()])

/** Forms that carry files. */
export function takesFiles(path: string): boolean {
  return isApplication(path) || withDocuments.has(path) || isBatchTransfers(path)
}

/** `/vacancies/:id` */
function isApplication(path: string): boolean {
  const vacancy = paths.vacancy('')
  return path.startsWith(vacancy) && /^[^/]+$/.test(path.slice(vacancy.length))
}

/** The page to which a batch's table comes back. */
function isBatchTransfers(path: string): boolean {
  const [id] = path.split('/').slice(-2)
  return id !== undefined && path === operatorPaths.batchTransfers(id)
}
