import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { AnomalyRules } from '../../settings'
import { Amount, Id, Login, Percent, Text, Time, listOf, listQuery, word } from '../../values'
import { access } from './call'
import { OwnedPayment } from './queues'

/** Withdrawals that are held because they meet a rule of the company's, with what each rule counted. */

const extension = 'anomalies'

export const anomalyRules = [
  'refused_sign_ins',
  'takeover',
  'unusual_amount',
  'unusual_hour',
  'shared_wallet',
] as const

const count = z.number().int().min(0).optional()

/** A rule that was met, with what was counted: each rule has its own counts. */
const Anomaly = z.object({
  rule: word(...anomalyRules),
  /** Wrong passwords and codes within a day, and from how many networks. */
  attempts: count,
  networks: count,
  /** What the withdrawals of a day take of the balance, from a new device to a new wallet. */
  percent: Percent.optional(),
  /** In USD: what the withdrawal is worth, and the largest of `earlier` ones. */
  worth: Amount.optional(),
  largest: Amount.optional(),
  earlier: count,
  /** The hour of the day in the company's zone, and how far it is from that of any of `earlier` ones. */
  hour: count,
  hours: count,
  /** How many investors gave the wallet. */
  investors: count,
})
export type Anomaly = Understood<typeof Anomaly>

export const HeldPayment = z.object({
  payment: OwnedPayment,
  found: z.array(Anomaly),
  heldAt: Time,
  /** The operator's decision that nothing is wrong; null until then, and if the withdrawal itself was decided. */
  cleared: z.object({ by: Login.nullable(), reason: Text, at: Time }).nullable(),
})
export type HeldPayment = Understood<typeof HeldPayment>

export const anomalies = {
  anomalies: call({
    method: 'GET',
    path: '/ext/operator/anomalies',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Withdrawals that were held by a rule, with what it counted; `open` ones wait for a decision',
    query: listQuery(['heldAt'], { status: z.enum(['open', 'decided']).optional() }),
    output: listOf(HeldPayment, { rules: AnomalyRules }),
  }),
  clearAnomaly: call({
    method: 'POST',
    path: '/ext/operator/anomalies/{id}/decide',
    access,
    roles: ['cashier'],
    extension,
    summary: 'Clears a held withdrawal, by its id: it waits among the others again',
    params: z.object({ id: Id }),
    body: z.object({ decision: z.literal('clear'), reason: z.string().trim().max(300) }),
    output: HeldPayment,
    keyed: true,
    errors: ['already_decided', 'case_taken', 'not_found'],
  }),
}
