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
import { maskedEmail } from '../auth/replace-contacts'
import { recipientsOf } from '../auth/security-notifications'
import { type Db } from '../db/connect'
import { type UserRow, users } from '../db/schema/users'
import { type Decimal } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { errorText } from '../domain/texts'
import { factorRemovalHours } from '../funds/rules'
import { type NotificationKind } from '../notifications/events'
import { type SecurityKind } from '../notifications/security-texts'
import { plainTextOf } from '../notifications/words'
import { type OperatorContext } from './audit'
import { changeOf } from './changes'
import { needsSecond } from './proposals'

type Preview = CallOutput<typeof contract.operator.investorPreview>
type Change = (typeof investorChanges)[number]

export interface PreviewRequest {
  id: string
  change: Change
  reason?: string
  email?: string
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
  replace_contacts: 'contact_replacement_planned',
  keep_contacts: 'contact_replacement_cancelled',
}

/** @throws Refusal not_found */
export async function previewOf(
  db: Db,
  operator: OperatorContext,
  request: PreviewRequest,
): Promise<Preview> {
  const { id, change } = request
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'investor')))
  if (!user) throw new Refusal('not_found')
  const { language } = user
  const hours = String(await factorRemovalHours(db))
  const texts = [...atSignIn(request, language), textOf(user, request, kindOf(change), hours)]
  return { language, texts, needsSecond: await isProposed(db, operator, request) }
}

/** The call that makes each change, with the decision that it is sent. */
const calls: Record<Change, { call: `operator.${keyof typeof contract.operator}`; decision?: string }> = {
  suspend: { call: 'operator.decideUser', decision: 'suspend' },
  restore: { call: 'operator.decideUser', decision: 'restore' },
  end_sessions: { call: 'operator.endSessions' },
  unfreeze: { call: 'operator.unfreezeUser' },
  remove_factors: { call: 'operator.removeFactors' },
  replace_contacts: { call: 'operator.replaceContacts', decision: 'plan' },
  keep_contacts: { call: 'operator.replaceContacts', decision: 'cancel' },
  credit: { call: 'operator.correctBalance' },
  debit: { call: 'operator.correctBalance' },
}

/** Whether a second operator approves it first: by the rule of the call that makes it. */
async function isProposed(
  db: Db,
  operator: OperatorContext,
  { change, ...input }: PreviewRequest,
): Promise<boolean> {
  const { call, decision } = calls[change]
  const made = changeOf(call)
  return made !== undefined && needsSecond(db, operator, made, { ...input, decision })
}

const kindOf = (change: Change): NotificationKind =>
  change === 'credit' ? 'balance_credited' : change === 'debit' ? 'balance_debited' : messageKinds[change]

/** Whoever tries to sign in to a suspended account reads the refusal. */
function atSignIn({ change, reason = '' }: PreviewRequest, language: Language): Preview['texts'] {
  if (change !== 'suspend') return []
  return [{ places: ['sign_in'], text: errorText(language, 'account_suspended', { reason }) }]
}

/** @param hours after which lost contacts are replaced */
function textOf(
  user: UserRow,
  request: PreviewRequest,
  kind: NotificationKind,
  hours: string,
): Preview['texts'][number] {
  const { reason = '', amount = '0', currency = 'USDT', email = '' } = request
  const values = { reason, amount, currency, hours, email: maskedEmail(email) }
  return {
    places: ['cabinet', ...channelsOf(user, request)],
    text: plainTextOf({ kind, values }, user.language),
  }
}

/** By what it goes besides the cabinet: of lost contacts to all of them, since some may be lost. */
function channelsOf(user: UserRow, { change }: PreviewRequest): ('email' | 'sms')[] {
  if (change === 'credit' || change === 'debit') return []
  const channels = recipientsOf(user).map(({ channel }) => channel)
  return change === 'replace_contacts' || change === 'keep_contacts' ? channels : channels.slice(0, 1)
}
