import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { Amount, Id, Login, PageNumber, Text, Time, listOf, listQuery, word } from '../../values'
import { access } from './call'

/** Accounts that may belong to one person: the shared evidence, and the rewards that depend on the decision. */

const extension = 'linked_accounts'

export const linkKinds = ['document', 'wallet', 'device', 'network'] as const

const Account = z.object({ id: Id, login: Login, suspended: z.boolean() })

/**
 * Two investors. Where one has invited the other, directly or through others, `investor` is the inviter; else the
 * older account.
 */
const LinkedPair = z.object({
  investor: Account,
  partner: Account,
  /** The partner's level below the investor; null if the partner is on none. */
  level: z.number().int().min(1).max(3).nullable(),
  /** What both were seen with, the strongest evidence first: how many different ones, and when last. */
  shared: z.array(z.object({ kind: word(...linkKinds), count: z.number().int().min(1), lastAt: Time })),
  /** The investor's held rewards for this partner. */
  held: Amount,
  currency: z.literal('USDT'),
  /** The decision: the amount that went back to the house, and the amount that had become free before and stays. */
  takenBack: z.object({ reason: Text, at: Time, amount: Amount, free: Amount }).nullable(),
})
export type LinkedPair = Understood<typeof LinkedPair>

/** More accounts than are paired with one another that were seen with one document, wallet, device or network. */
const LinkedGroup = z.object({
  kind: word(...linkKinds),
  /** The address of a wallet; an Ethereum one in small letters. */
  wallet: z.string().max(256).nullable().optional(),
  count: z.number().int().min(2),
  /** Some of them: those with the most held rewards for others of the group, then the oldest. */
  accounts: z.array(Account).max(20),
  /** The total of their held rewards for one another. */
  held: Amount,
  currency: z.literal('USDT'),
  lastAt: Time,
})
export type LinkedGroup = Understood<typeof LinkedGroup>

const pair = z.object({ id: Id, partnerId: Id })

export const links = {
  links: call({
    method: 'GET',
    path: '/ext/operator/links',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary:
      'Pairs of investors that share a document, a wallet, a device or a network; `groups` of many in pages of their own, the strongest evidence and the largest first',
    query: listQuery(['strength', 'held', 'lastAt'], { groupsPage: PageNumber.optional() }),
    output: listOf(LinkedPair, {
      groups: z.array(LinkedGroup).max(20),
      /** The total number, the page, and the page size; if absent, these are all. */
      groupsTotal: z.number().int().min(0).optional(),
      groupsPage: z.number().int().min(1).optional(),
      groupsLimit: z.number().int().min(1).optional(),
    }),
  }),
  link: call({
    method: 'GET',
    path: '/ext/operator/links/{id}/{partnerId}',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'One pair: linked accounts, or an investor and a partner',
    params: pair,
    output: LinkedPair,
    errors: ['not_found'],
  }),
  takeBackRewards: call({
    method: 'POST',
    path: '/ext/operator/links/{id}/{partnerId}/take-back',
    access,
    roles: ['cashier'],
    extension,
    summary:
      'Takes back what an investor holds for a partner who is the same person, and stops it; `free` stays',
    params: pair,
    body: z.object({ reason: z.string().trim().max(300) }),
    output: z.object({ takenBack: Amount, free: Amount, currency: z.literal('USDT'), pair: LinkedPair }),
    keyed: true,
    errors: ['already_decided', 'not_found'],
  }),
}
