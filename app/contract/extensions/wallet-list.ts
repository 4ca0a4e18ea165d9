import { z } from 'zod'
import { type Understood } from '../reading'
import { call } from '../call'
import { passwordErrors, stepUpErrors } from '../errors'
import { CurrentPassword, Id, Text, Time } from '../values'

/**
 * Withdrawals to saved wallets alone, as each investor may choose. A wallet that was saved lately rests before money goes
 * there, and the choice is taken back no sooner than that, so that whoever comes into the account has to wait as long as its
 * owner has to answer.
 */

const extension = 'walletList'

export const WalletList = z.object({
  on: z.boolean(),
  /** When it ends, once it is being switched off. */
  endsAt: Time.nullable(),
  /** How long a new wallet rests, and how long switching off takes. */
  hours: z.number().int().min(0),
  wallets: z.array(
    z.object({
      system: Id,
      network: Text,
      address: z.string().max(256),
      /** Until when no money goes there; null: it may now. */
      restsUntil: Time.nullable(),
    }),
  ),
})
export type WalletList = Understood<typeof WalletList>

const change = z.object({ currentPassword: CurrentPassword })
const errors = [...passwordErrors, ...stepUpErrors]

export const walletList = {
  read: call({
    method: 'GET',
    path: '/ext/wallet-list',
    access: 'investor',
    extension,
    summary: 'Whether withdrawals go to saved wallets alone, and from when on to each',
    output: WalletList,
  }),
  switchOn: call({
    method: 'POST',
    path: '/ext/wallet-list/on',
    access: 'investor',
    extension,
    summary: 'Withdrawals go to saved wallets alone from now on; ends a switching off',
    body: change,
    output: WalletList,
    errors,
  }),
  switchOff: call({
    method: 'POST',
    path: '/ext/wallet-list/off',
    access: 'investor',
    extension,
    summary: 'Withdrawals may go to any wallet again, as many hours later as a new wallet rests',
    body: change,
    output: WalletList,
    errors,
  }),
}
