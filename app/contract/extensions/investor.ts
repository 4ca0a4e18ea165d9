import { z } from 'zod'
import { type Understood } from '../reading'
import { call } from '../call'
import { passwordErrors, stepUpErrors } from '../errors'
import { Payment, Refill } from '../funds'
import { Balance, User } from '../user'
import { AnswerKey, CurrentPassword, Id, IdempotencyKey, Text, Time } from '../values'

/** Extensions: calls of investors and visitors that an upstream may not have. */

const accepted = z.object({})

export const inquiries = {
  subscribe: call({
    method: 'POST',
    path: '/ext/subscribers',
    access: 'public',
    extension: 'inquiries',
    summary: 'Subscribes an address to the newsletter',
    body: z.object({ email: z.email().max(254) }),
    output: accepted,
    status: 202,
  }),
  message: call({
    method: 'POST',
    path: '/ext/messages',
    access: 'public',
    extension: 'inquiries',
    summary: 'Leaves a message for the company',
    body: z.object({
      name: z.string().trim().min(1).max(200),
      email: z.email().max(254),
      message: z.string().trim().min(1).max(5000),
    }),
    output: accepted,
    status: 202,
  }),
  apply: call({
    method: 'POST',
    path: '/ext/vacancies/{id}/applications',
    access: 'public',
    extension: 'inquiries',
    summary: 'Applies for a vacancy (multipart; JPEG, PNG, WebP or PDF, 5 MiB)',
    params: z.object({ id: Id }),
    body: z.object({
      name: z.string().trim().min(1).max(200),
      phone: z.string().min(1).max(32),
      /** Where an answer is sent. */
      email: z.email().max(254).optional(),
      /** A letter to the company. */
      message: z.string().trim().max(5000).optional(),
    }),
    files: ['resume'],
    maxFileMib: 5,
    output: accepted,
    status: 202,
    errors: ['not_found', 'too_large', 'unsupported_file', 'upload_quota', 'storage_full'],
  }),
}

export const passwordReset = {
  forgot: call({
    method: 'POST',
    path: '/ext/password/forgot',
    access: 'public',
    extension: 'passwordReset',
    summary: 'Sends a code, if there is such an account; the answer does not tell',
    body: z.object({ login: z.string().trim().min(1).max(254) }),
    output: accepted,
    status: 202,
  }),
  reset: call({
    method: 'POST',
    path: '/ext/password/reset',
    access: 'public',
    extension: 'passwordReset',
    summary: 'Sets a new password by the code that was sent',
    body: z.object({
      login: z.string().trim().min(1).max(254),
      code: z.string().min(1).max(32),
      password: z.string().min(1).max(1024),
    }),
    output: z.object({}),
    errors: ['code_invalid', 'code_expired', 'password_too_simple'],
  }),
}

export const emailConfirmation = {
  confirm: call({
    method: 'POST',
    path: '/ext/email/confirm',
    access: 'confirmed',
    extension: 'emailConfirmation',
    summary: 'Confirms the e-mail by the code that was sent to it',
    body: z.object({ code: z.string().min(1).max(32) }),
    output: z.object({ user: User }),
    errors: ['code_invalid', 'code_expired', 'email_taken'],
  }),
  resend: call({
    method: 'POST',
    path: '/ext/email/resend',
    access: 'confirmed',
    extension: 'emailConfirmation',
    summary:
      'Sends another code to the e-mail that waits; `resendAfter` is the wait for the next one in seconds',
    output: z.object({ resendAfter: z.number().int().min(0), expiresAt: Time }),
    errors: ['code_not_sent', 'forbidden'],
  }),
}

export const ownUser = {
  read: call({
    method: 'GET',
    path: '/ext/user',
    access: 'signed_in',
    extension: 'ownUser',
    summary: 'The signed-in user as they are now',
    output: z.object({ user: User }),
  }),
}

export const outcomes = {
  one: call({
    method: 'GET',
    path: '/ext/outcomes/{key}',
    access: 'confirmed',
    extension: 'outcomes',
    summary: 'What became of a keyed call whose answer did not arrive',
    params: z.object({ key: IdempotencyKey }),
    output: z.object({
      state: z.enum(['running', 'done', 'refused']),
      status: z.number().int().nullable(),
      body: z.unknown(),
    }),
    errors: ['not_found'],
  }),
}

export const answers = {
  one: call({
    method: 'POST',
    path: '/ext/answers',
    access: 'public',
    extension: 'answers',
    readsOnly: true,
    summary:
      'The answer to a change that is not keyed, by the `Idempotency-Key` that it carried; whoever has the key gets it',
    body: z.object({ key: AnswerKey }),
    output: z.object({
      state: z.enum(['running', 'done', 'refused']),
      status: z.number().int().nullable(),
      body: z.unknown(),
    }),
    errors: ['not_found'],
  }),
}

const PasswordOnceMore = z.object({ currentPassword: CurrentPassword })

export const account = {
  export: call({
    method: 'POST',
    path: '/ext/account/export',
    access: 'investor',
    extension: 'account',
    summary: 'All that is held about the investor; an account may take it away a few times a day',
    body: PasswordOnceMore,
    output: z.record(z.string(), z.unknown()),
    errors: [...passwordErrors, ...stepUpErrors],
  }),
  delete: call({
    method: 'POST',
    path: '/ext/account/delete',
    access: 'investor',
    extension: 'account',
    summary: 'Asks for deletion; the answer says what the law makes us keep',
    body: PasswordOnceMore,
    output: z.object({ kept: z.array(Text) }),
    status: 202,
    errors: [...passwordErrors, ...stepUpErrors],
  }),
}

export const Session = z.object({
  id: Id,
  device: Text.nullable(),
  address: z.string().max(64).nullable(),
  createdAt: Time,
  lastUsedAt: Time,
  current: z.boolean(),
})
export type Session = Understood<typeof Session>

export const sessions = {
  list: call({
    method: 'GET',
    path: '/ext/sessions',
    access: 'signed_in',
    extension: 'sessions',
    summary: 'Where the user is signed in',
    output: z.object({ items: z.array(Session) }),
  }),
  end: call({
    method: 'POST',
    path: '/ext/sessions/end',
    access: 'signed_in',
    extension: 'sessions',
    summary: 'Ends one session, or all others',
    body: z.object({
      id: Id.optional(),
      /** Required to end any session but the caller's own. */
      currentPassword: CurrentPassword,
    }),
    output: z.object({ ended: z.number().int().min(0) }),
    errors: ['not_found', ...passwordErrors, ...stepUpErrors],
  }),
}

export const paymentCancel = {
  cancel: call({
    method: 'POST',
    path: '/ext/payments/{id}/cancel',
    access: 'investor',
    extension: 'paymentCancel',
    summary: 'Cancels a withdrawal that is still pending; the money goes back',
    params: z.object({ id: Id }),
    output: z.object({
      payment: Payment,
      balance: Balance,
      /** What was bought for it stays bought, on the balance of its currency: it has become cheaper since. */
      keptPurchase: z.boolean().optional(),
    }),
    keyed: true,
    errors: ['payment_not_cancellable', 'not_found'],
  }),
}

/** `moving`: the clock has been moved, and the jobs of its days have not all run. */
const DemoTime = z.object({ now: Time, offsetDays: z.number().int().min(0), moving: z.boolean().optional() })

export const demo = {
  clock: call({
    method: 'POST',
    path: '/ext/demo/clock',
    access: 'confirmed',
    extension: 'demo',
    summary: "Moves the demonstration's clock on, running the jobs of each day",
    slow: true,
    body: z.object({
      days: z.coerce.number<number>().int().min(1).max(400),
      /** `offsetDays` as it was shown: with it the clock goes to `from + days`, so that a request sent twice moves it once. */
      from: z.coerce.number<number>().int().min(0).max(1_000_000).optional(),
    }),
    output: DemoTime,
  }),
  time: call({
    method: 'GET',
    path: '/ext/demo/clock',
    access: 'public',
    extension: 'demo',
    summary: "The time of the demonstration's clock",
    output: DemoTime,
  }),
  payRefill: call({
    method: 'POST',
    path: '/ext/demo/refills/{id}/pay',
    access: 'investor',
    extension: 'demo',
    summary: 'Plays the transfer of a top-up',
    params: z.object({ id: Id }),
    output: z.object({ refill: Refill }),
    errors: ['already_decided', 'not_found'],
  }),
  decidePayment: call({
    method: 'POST',
    path: '/ext/demo/payments/{id}/decide',
    access: 'investor',
    extension: 'demo',
    summary: 'Plays the administrator of a withdrawal',
    params: z.object({ id: Id }),
    body: z.object({
      decision: z.enum(['review', 'complete', 'reject']),
      reason: z.string().trim().max(300).optional(),
    }),
    output: z.object({ payment: Payment }),
    errors: ['already_decided', 'not_found', 'payment_batched', 'payment_resting', 'withdrawals_frozen'],
  }),
}
