/**
 * What an investor will read of a change, before it is made. Invariants: the words come from the functions that write
 * the notification and the message themselves; the phrase in an owner's mails is never in them, since nobody but the
 * owner reads it.
 */
import { and, eq } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type investorChanges } from '~/contract/extensions/operator/investors'
import { type Language } from '~/contract/languages'
import { recipientOf } from '../auth/security-notifications'
import { type Db } from '../db/connect'
import { type UserRow, users } from '../db/schema/users'
import { type Decimal } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { errorText } from '../domain/texts'
import { type NotificationKind } from '../notifications/events'
import { type SecurityKind } from '../notifications/security-texts'
import { plainTextOf } from '../notifications/words'

type Preview = CallOutput<typeof contract.operator.investorPreview>
type Change = (typeof investorChanges)[number]

export interface PreviewRequest {
  id: string
  change: Change
  reason?: string
  amount?: Decimal
  currency?: string
}

/** Of a change that goes by message too. */
const messageKinds: Record<Exclude<Change, 'credit' | 'debit'>, SecurityKind> = {
  suspend: 'account_suspended',
  restore: 'account_restored',
  end_sessions: 'sessions_ended',
  unfreeze: 'account_unfrozen',
  remove_factors: 'factor_removal_planned',
}

/** @throws Refusal not_found */
export async function previewOf(db: Db, request: PreviewRequest): Promise<Preview> {
  const { id, change } = request
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'investor')))
  if (!user) throw new Refusal('not_found')
  const { language } = user
  return { language, texts: [...atSignIn(request, language), textOf(user, request, kindOf(change))] }
}

const kindOf = (change: Change): NotificationKind =>
  change === 'credit' ? 'balance_credited' : change === 'debit' ? 'balance_debited' : messageKinds[change]

/** Whoever tries to sign in to a suspended account reads the refusal. */
function atSignIn({ change, reason = '' }: PreviewRequest, language: Language): Preview['texts'] {
  if (change !== 'suspend') return []
  return [{ places: ['sign_in'], text: errorText(language, 'account_suspended', { reason }) }]
}

function textOf(user: UserRow, request: PreviewRequest, kind: NotificationKind): Preview['texts'][number] {
  const { change, reason = '', amount = '0', currency = 'USDT' } = request
  const to = change === 'credit' || change === 'debit' ? null : recipientOf(user)
  return {
    places: ['cabinet', ...(to ? [to.channel] : [])],
    text: plainTextOf({ kind, values: { reason, amount, currency } }, user.language),
  }
}
