import { type ActivityRecord, recordActivity } from '../activity/record'
import { type UserRow } from '../db/schema/users'
import { type Services } from '../services'
import { type CallRequest } from './handler'

/** Records what a caller did, from where, in the transaction of `request.db`. */
export function recordCall(
  { newId, realClock }: Pick<Services, 'newId' | 'realClock'>,
  { db, address, device }: Pick<CallRequest, 'db' | 'address' | 'device'>,
  { id: userId }: Pick<UserRow, 'id'>,
  what: Pick<ActivityRecord, 'kind' | 'values' | 'reference'>,
): Promise<void> {
  return recordActivity(db, newId, { userId, at: realClock.now(), origin: { address, device }, ...what })
}
