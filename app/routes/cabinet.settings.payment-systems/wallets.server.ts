import { z } from 'zod'
import { overtakenText, shownField, shownIn } from '~/forms/shown-values.server'
import { type FormContext } from '~/forms/parse.server'
import { addressesBySystem } from './addresses-by-system'
import { stepUpFields } from '~/forms/step-up-field.server'
import { type Upstream } from '~/upstream/types'
import { systemName } from '~/investments/names'
import { systemOf } from '~/investments/systems.server'
import { type I18n } from '~/locale/create'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { fieldTexts } from '~/upstream/failure-texts.server'
import { canBelongTo } from '~/formats/wallet-address.server'
import { walletInvalidText } from '~/locale/error-text'

/** As many as the fields of one form: each has two, and the form some of its own. */
const maxRows = 95

/** Every wallet of the page with its system, in the page's order; an empty address means no wallet. */
export const WalletsForm = z.object({
  wallets: z
    .array(
      z.object({
        system: z.string('invalid').max(128, 'invalid'),
        address: z.string().trim().max(256, 'too_long').default(''),
      }),
    )
    .max(maxRows, 'invalid')
    .default([]),
  ...stepUpFields,
  ...shownField,
})
type TypedWallet = z.output<typeof WalletsForm>['wallets'][number]

const addressField = (at: number) => `wallets[${at}].address`

/** A system that pays out, or one that a wallet was saved for, with that wallet. */
export interface SystemWallet {
  system: string
  title: string
  network: string | null
  /** Empty: no saved wallet. */
  address: string
  /** Null without a saved wallet, or if the upstream does not provide it. */
  updatedAt: string | null
}

/** In the company's order of systems. */
export async function readWallets(upstream: Upstream): Promise<SystemWallet[]> {
  const [{ items: systems }, { items: wallets }] = await Promise.all([
    upstream.settings.paymentSystems(),
    upstream.userData.wallets(),
  ])
  const saved = new Map(wallets.map((wallet) => [systemOf(wallet.system, systems)?.id, wallet]))
  return systems
    .filter(({ id, payment }) => payment.enabled || saved.has(id))
    .map((system) => {
      const own = saved.get(system.id)
      return {
        system: system.id,
        title: systemName(system),
        network: system.network,
        address: own?.address ?? '',
        updatedAt: own?.updatedAt ?? null,
      }
    })
}

/** A wallet that is typed otherwise than it is saved. */
interface WalletChange extends TypedWallet {
  /** Its place in the form. */
  at: number
  network: string | null
}

/** The differences between the form and the saved wallets. A system that no longer exists is skipped. */
export function changesOf(typed: readonly TypedWallet[], saved: readonly SystemWallet[]): WalletChange[] {
  return typed.flatMap(({ system, address }, at) => {
    const before = saved.find((one) => one.system === system)
    return before && before.address !== address ? [{ at, system, address, network: before.network }] : []
  })
}

/**
 * The wallets that the reader has changed; and where one of them was changed elsewhere since the page was opened, what its page
 * shows then: the errors, what was typed, and what is saved of the rest. By rows: an upstream may list a system twice.
 */
export function typedChanges(
  { form, i18n }: Pick<FormContext, 'form' | 'i18n'>,
  typed: readonly TypedWallet[],
  saved: readonly SystemWallet[],
) {
  const stored = addressesBySystem(saved)
  const shown = shownIn({ form }, stored)
  const isTyped = typed.map(({ system, address }) => address !== (shown[system] ?? ''))
  const isOvertaken = ({ system, address }: TypedWallet, at: number) =>
    isTyped[at] && stored[system] !== shown[system] && stored[system] !== address
  const errors = typed.flatMap((wallet, at) =>
    isOvertaken(wallet, at) ? [[addressField(at), overtakenText(stored[wallet.system], i18n)] as const] : [],
  )
  return {
    changes: changesOf(typed, saved).filter(({ at }) => isTyped[at]),
    overtaken: errors.length > 0 && {
      fields: Object.fromEntries(errors),
      values: {
        wallets: typed.map(({ system, address }, at) => ({
          system,
          address: isTyped[at] ? address : (stored[system] ?? ''),
        })),
        shown: JSON.stringify(stored),
      },
    },
  }
}

/** Whether the upstream has taken them all: an upstream may accept a form and store nothing of it. */
export function areStored(
  changes: readonly WalletChange[],
  before: readonly SystemWallet[],
  after: readonly SystemWallet[],
): boolean {
  const addressIn = (wallets: readonly SystemWallet[], system: string) =>
    wallets.find((one) => one.system === system)?.address ?? ''
  // The upstream may write the new address in its own way, so it is only compared with the old one.
  return changes.every(({ system }) => addressIn(after, system) !== addressIn(before, system))
}

/** Whether they are stored as they were typed, whatever the call that sent them was answered. */
export const areStoredAsTyped = (
  changes: readonly WalletChange[],
  after: readonly SystemWallet[] | null,
): boolean =>
  after !== null &&
  changes.every(
    ({ system, address }) => (after.find((one) => one.system === system)?.address ?? '') === address,
  )

/** The errors of the new addresses by field, checked by their checksums. */
export function problemsOf(changes: readonly WalletChange[], i18n: I18n): Record<string, string> {
  return Object.fromEntries(
    changes.flatMap(({ at, network, address }) =>
      network === null || address === '' || canBelongTo(network, address)
        ? []
        : [[addressField(at), walletInvalidText(i18n, network)]],
    ),
  )
}

/** The upstream's errors of the sent addresses, by the form's field of each. */
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
