import { z } from 'zod'

/**
 * Every error word of the contract with the HTTP status that carries it. The texts for readers are in `locales`, under
 * `errors`; a word without a text there fails a test.
 */
export const errorStatus = {
  validation: 422,
  unauthorized: 401,
  forbidden: 403,
  phone_unconfirmed: 403,
  account_suspended: 403,
  not_found: 404,
  too_many_requests: 429,
  /** The network's daily number of codes for phones is used up. */
  network_quota: 429,
  internal: 500,
  not_implemented: 501,

  idempotency_key_required: 400,
  in_progress: 409,
  idempotency_mismatch: 422,

  invalid_credentials: 400,
  login_taken: 409,
  email_taken: 409,
  phone_taken: 409,
  inviter_unknown: 422,
  password_too_simple: 422,
  password_wrong: 422,
  password_required: 422,
  password_not_set: 422,
  /** The sign-in goes on with a second factor: `params` are its `challenge` and `methods`. */
  second_factor_required: 403,
  /**
   * The call needs a step-up of the last five minutes: `params` are its `methods`, `email` or `sms` for a code that was
   * sent there just now.
   */
  step_up_required: 403,
  factor_code_invalid: 422,
  /** Not the newest code that was sent for this step-up, or too old. */
  step_up_code_invalid: 422,
  factor_challenge_expired: 410,
  factor_limit: 422,
  /** Not signed by a passkey of the account, for this product, and lately. */
  passkey_invalid: 422,
  /** The passkey is among the factors of an account already. */
  passkey_known: 409,
  /** Another factor was added or removed since the options of a passkey were made. */
  factors_changed: 409,
  /** The phrase for mails is the account's password. */
  phrase_is_password: 422,
  /** An operator may decide only with a second factor, and has none yet. */
  factor_required: 403,
  /** The owner said that somebody else was at the account: a code sets a new password first. */
  password_reset_required: 403,
  code_invalid: 422,
  code_expired: 410,
  code_not_sent: 502,
  /** The link of a message about the account is too old. */
  link_expired: 410,
  telegram_invalid: 400,
  telegram_unavailable: 404,

  amount_negative: 422,
  amount_below_min: 422,
  amount_above_max: 422,
  insufficient_funds: 422,
  rate_expired: 409,
  plan_unavailable: 422,
  deposit_not_closable: 409,
  payment_not_cancellable: 409,
  already_decided: 409,
  /** Without this operator nobody could invite operators and change roles. */
  last_admin: 409,
  /** Another operator has changed it since it was read: `params` are who (`by`) and when (`at`), where known. */
  changed_meanwhile: 409,
  /** Another operator has taken the case. */
  case_taken: 409,
  /** A withdrawal that is in a batch is decided there: `params` are the batch's `id`. */
  payment_batched: 409,
  /** Somebody has the file of the batch, and may have signed it. */
  batch_downloaded: 409,
  /** A withdrawal in the batch is not what it was when the batch was made: no file is given out. */
  batch_changed: 409,
  /** The operator who proposed a change can't decide on it. */
  own_proposal: 403,
  /**
   * Of whoever approves and whoever proposed, one was invited or given the role by the other within the last week, or both
   * by the same operator.
   */
  approver_not_independent: 403,
  /** A change of the same subject waits for a second operator: `params` are its `id`. */
  proposal_open: 409,
  proposal_expired: 410,
  /** What a proposal was about has changed since. */
  proposal_outdated: 409,
  wallet_required: 422,
  wallet_invalid: 422,
  refill_required: 422,
  deposit_required: 422,
  verification_required: 422,
  /** With the list of wallets on: not saved, or saved lately, so that no money goes there `until`. */
  wallet_not_listed: 409,
  wallet_resting: 409,
  /** New withdrawals rest `until`, since a change of how the account is signed in to. */
  withdrawals_resting: 409,
  /** This withdrawal is not paid out before `until`: its address is new, or the account was changed. */
  payment_resting: 409,
  /** The company takes no new withdrawals of anybody for a while; those that were asked for stay as they are. */
  withdrawals_stopped: 409,
  /** No withdrawal is made or completed until an operator lifts it. */
  withdrawals_frozen: 403,

  too_large: 413,
  unsupported_file: 415,
  /** The sender's daily quota for files is used up. */
  upload_quota: 413,
  /** Files are not accepted at the moment. Only calls without an idempotency key have this error. */
  storage_full: 507,
  already_verified: 409,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Error codes of any call, beside the call's own. */
export const generalErrors = ['validation', 'too_many_requests', 'internal'] as const satisfies ErrorCode[]

/** Codes of calls that require the current password; `password_not_set` is an account without one. */
export const passwordErrors = [
  'password_required',
  'password_wrong',
  'password_not_set',
] as const satisfies ErrorCode[]

/** Codes of calls that an account with a second factor makes after a step-up only. */
export const stepUpErrors = ['step_up_required'] as const satisfies ErrorCode[]

const params = z.record(z.string(), z.union([z.string(), z.number()]))

/** The error of one field of the request. `params` are the parameters of its text, such as `{min}`. */
export const FieldProblem = z.object({
  code: z.string().max(64),
  message: z.string(),
  params: params.optional(),
})
export type FieldProblem = z.infer<typeof FieldProblem>

/** The body of a response with a status of 400 or more. Clients may rely on nothing of it, not even on `message`. */
export const Problem = z
  .object({
    message: z.string(),
    code: z.string().max(64).optional(),
    params: params.optional(),
    fields: z.record(z.string(), FieldProblem).optional(),
    requestId: z.string().max(128).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
