import { type I18n } from '~/locale/create'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { fieldTexts } from '~/upstream/failure-texts.server'
import { canBelongTo } from '~/formats/wallet-address.server'
import { addressField, type TypedWallet } from './form.server'
import { type SystemWallet } from './wallets.server'

/** A wallet that is typed otherwise than it is saved. */
export interface WalletChange extends TypedWallet {
  /** Its place in the form. */
  at: number
  network: string
}

/** What the form changes of what is saved. A system that is not there any more has nothing to be changed. */
export function changesOf(typed: readonly TypedWallet[], saved: readonly SystemWallet[]): WalletChange[] {
  return typed.flatMap(({ system, address }, at) => {
    const before = saved.find((one) => one.system === system)
    return before && before.address !== address ? [{ at, system, address, network: before.network }] : []
  })
}

/** What is wrong with the new addresses as far as their checksums tell, by field. */
export function problemsOf(changes: readonly WalletChange[], { t }: I18n): Record<string, string> {
  return Object.fromEntries(
    changes
      .filter(({ network, address }) => address !== '' && !canBelongTo(network, address))
      .map(({ at, network }) => [addressField(at), t('refusals:code.wallet_invalid', { network })]),
  )
}

/** What the upstream has against the addresses that were sent, by the field of the form that each came from. */
export function refusedFields(
  failure: UpstreamFailure,
  changes: readonly WalletChange[],
  i18n: I18n,
): Record<string, string> {
  const entries = Object.entries(fieldTexts(failure, i18n)).flatMap(([name, text]) => {
    const change = changes[Number(/^wallets\.(\d+)\./.exec(name)?.[1])]
    return change ? [[addressField(change.at), text] as const] : []
  })
  return Object.fromEntries(entries)
}
