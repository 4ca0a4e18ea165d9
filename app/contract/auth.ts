import { z } from 'zod'
import { call } from './call'
import { type Understood, alsoNamed, ifGiven, orElse } from './reading'
import { User } from './user'
import { Language, Login, Time } from './values'

/** Signing in, registering, confirming the phone. `refreshToken` is the bearer of all other calls. */

const Password = z.string().min(1).max(1024)

/** The result of signing in: the user, and the bearer, which stays on the server. */
export const SignedIn = z.object({
  refreshToken: alsoNamed(z.string().min(1).max(2048), 'token', 'accessToken'),
  user: User,
})
export type SignedIn = Understood<typeof SignedIn>

export const auth = {
  login: call({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Signs in by login, e-mail or phone',
    body: z.object({
      login: z.string().trim().min(1).max(254),
      password: Password,
      /** Of a browser that passed a second factor before; anything else in it is ignored. */
      deviceToken: z.string().max(256).optional(),
    }),
    output: SignedIn,
    errors: ['invalid_credentials', 'account_suspended', 'password_reset_required', 'second_factor_required'],
  }),
  register: call({
    method: 'POST',
    path: '/auth/register/{login}',
    access: 'public',
    summary: 'Registers the login in the path; the inviter travels in the body',
    params: z.object({ login: Login }),
    body: z.object({
      email: z.email().max(254),
      phone: z.string().min(1).max(32),
      password: Password,
      inviter: Login.optional(),
      language: Language,
    }),
    /** Null if registering does not sign in: the app then signs in with the same password. */
    output: ifGiven(SignedIn),
    status: 201,
    errors: [
      'login_taken',
      'email_taken',
      'phone_taken',
      'inviter_unknown',
      'password_too_simple',
      'network_quota',
    ],
  }),
  telegram: call({
    method: 'POST',
    path: '/auth/telegram/{login?}',
    access: 'public',
    summary: "Signs in by the Telegram login widget; the path carries the inviter's login",
    params: z.object({ login: Login.optional() }),
    body: z.object({
      id: z.union([z.string(), z.number()]),
      first_name: z.string().max(256).optional(),
      last_name: z.string().max(256).optional(),
      username: z.string().max(64).optional(),
      photo_url: z.string().max(2048).optional(),
      auth_date: z.union([z.string(), z.number()]),
      hash: z.string().regex(/^[0-9a-f]{64}$/i),
      /** As of a sign-in by password. */
      deviceToken: z.string().max(256).optional(),
    }),
    output: SignedIn,
    errors: [
      'telegram_invalid',
      'telegram_unavailable',
      'account_suspended',
      'password_reset_required',
      'second_factor_required',
    ],
  }),
  confirmPhone: call({
    method: 'POST',
    path: '/auth/phone/confirm',
    access: 'signed_in',
    summary: 'Confirms the phone by the code that was sent to it',
    body: z.object({ code: z.string().min(1).max(32) }),
    output: z.object({ user: ifGiven(User) }),
    errors: ['code_invalid', 'code_expired'],
  }),
  resendCode: call({
    method: 'POST',
    path: '/auth/phone/resend',
    access: 'signed_in',
    summary: 'Sends a new code; `resendAfter` is the wait for the next one in seconds',
    output: z.object({ resendAfter: orElse(z.number().int().min(0), 60), expiresAt: ifGiven(Time) }),
    errors: ['code_not_sent', 'forbidden', 'network_quota'],
  }),
}
