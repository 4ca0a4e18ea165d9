/**
 * The numbers of every advisory lock in the database, in one place: equal numbers would block each other. The locks on
 * idempotency keys, on an account's refused attempts and on a setting that is edited are not among them: their numbers are
 * 64-bit hashes (`backend/idempotency/acquire.ts`, `backend/activity/record.ts`, `backend/operator/setting-edits.ts`).
 */
export const locks = {
  migration: 7_316_405_210,
  jobs: 7_316_405_211,
  demoBegin: 7_316_405_212,
  outboxWorker: 7_316_405_213,
  cleanup: 7_316_405_214,
  /** Who the operators are: the first one, and the last admin. */
  operators: 7_316_405_215,
  rates: 7_316_405_216,
  smsQuota: 7_316_405_217,
  mailQuota: 7_316_405_218,
  uploads: 7_316_405_220,
  inquiries: 7_316_405_221,
  addresses: 7_316_405_222,
  smsNotifications: 7_316_405_223,
  /** Taken by the trigger that chains the audit trail, in its migration. */
  auditChain: 7_316_405_224,
} as const
