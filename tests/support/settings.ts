import {
  type Investor,
  bitcoinWallet,
  demoOperator,
  ethereumWallet,
  knownInvestor,
  tronWallet,
} from './investor'
import { type Say } from './texts'

/** What journeys of the settings type and are told, and what they ask past the pages. */

/** Wallets by their networks: with a wrong checksum and of another network, and as they should be. */
export const wallets = {
  wrong: { tron: `${tronWallet.slice(0, -1)}R`, ethereum: bitcoinWallet },
  right: { tron: tronWallet, ethereum: ethereumWallet },
}

/** What is said to the form of the documents where nothing stands in it. */
export const emptyDocumentsProblems = (say: Say): string[] => [
  say('errors:code.name_required'),
  say('refusals:code.date_invalid'),
  say('errors:code.marital_status_required'),
  say('errors:code.document_number_required'),
  ...Array<string>(3).fill(say('errors:code.file_required')),
]

/** The wallets that are kept. */
export async function addressesOf({ ask }: Pick<Investor, 'ask'>): Promise<string[]> {
  const { items } = (await ask('GET', '/user-data/wallets')) as { items: { address: string }[] }
  return items.map(({ address }) => address)
}

/** Decides at the operator on the documents that an investor has handed in. */
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
