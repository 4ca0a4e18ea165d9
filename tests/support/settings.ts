import {
  type Investor,
  bitcoinWallet,
  demoOperator,
  ethereumWallet,
  knownInvestor,
  tronWallet,
} from './investor'
import { type Say } from './texts'

/** Input, errors and direct calls of the settings' journeys. */

/** Wallets by network: invalid ones with a wrong checksum or of another network, and valid ones. */
export const wallets = {
  wrong: { tron: `${tronWallet.slice(0, -1)}R`, ethereum: bitcoinWallet },
  right: { tron: tronWallet, ethereum: ethereumWallet },
}

/** The errors of the empty documents form. */
export const emptyDocumentsProblems = (say: Say): string[] => [
  say('refusals:code.name_required'),
  say('refusals:code.date_invalid'),
  say('refusals:code.marital_status_required'),
  say('refusals:code.document_number_required'),
  ...Array<string>(3).fill(say('refusals:code.file_required')),
]

/** The saved wallets. */
export async function addressesOf({ ask }: Pick<Investor, 'ask'>): Promise<string[]> {
  const { items } = (await ask('GET', '/user-data/wallets')) as { items: { address: string }[] }
  return items.map(({ address }) => address)
}

/** Decides as the operator on the documents that an investor has submitted. */
export async function decideOnDocuments(
  backendUrl: string,
  { login }: Pick<Investor, 'login'>,
  decision: { decision: 'approve' } | { decision: 'reject'; reason: string },
): Promise<void> {
  const { ask } = await knownInvestor(backendUrl, demoOperator)
  const { items } = (await ask('GET', '/ext/operator/verifications?limit=100')) as {
    items: { id: string; owner: { login: string }; status: string }[]
  }
  const waiting = items.find((one) => one.owner.login === login && one.status === 'in_process')
  await ask('POST', `/ext/operator/verifications/${waiting?.id}/decide`, decision)
}
