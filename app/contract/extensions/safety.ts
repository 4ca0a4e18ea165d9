import { z } from 'zod'
import { type Understood } from '../reading'
import { call } from '../call'
import { restReasons } from '../rest-reasons'
import { Id, Text, Time, word } from '../values'

/** Extensions that keep an account its owner's: withdrawals that rest, "this was not me". */

export const WithdrawalSafety = z.object({
  /** Until when new withdrawals are refused, and why; null: they are not. */
  restsUntil: Time.nullable(),
  reason: word(...restReasons).nullable(),
  /** Whether no withdrawal is made or completed until an operator lifts it. */
  frozen: z.boolean(),
  /** Whether the company takes no new withdrawals of anybody for a while. */
  stopped: z.boolean().optional(),
  /**
   * Of the wallet that was asked about: until when a withdrawal that is made now stays, because the address is new; null: it
   * is not.
   */
  walletRestsUntil: Time.nullable().optional(),
})
export type WithdrawalSafety = Understood<typeof WithdrawalSafety>

export const withdrawalSafety = {
  read: call({
    method: 'GET',
    path: '/ext/withdrawals/safety',
    access: 'investor',
    extension: 'withdrawalSafety',
    summary: 'Whether the investor can withdraw now, and how long a withdrawal to a wallet rests',
    query: z.object({ system: Id.optional(), wallet: z.string().trim().max(256).optional() }),
    output: WithdrawalSafety,
  }),
}

/** 256 random bits in base64url. */
const NotMeToken = z.string().regex(/^[\w-]{43}$/)

/** The page of the app that a message about the security of an account links to. */
export const notMePage = (token: string): string => `/not-me/${token}`

/** The page of the app where the owner of an account asks for a code for a new password. */
export const newPasswordPage = '/password/forgot'

const NotMeEvent = z.object({
  /** What happened, as its message said it. */
  text: Text,
  at: Time,
  /** `open`: it can be answered; `used`: it was. */
  state: word('open', 'used', 'expired'),
})
export type NotMeEvent = Understood<typeof NotMeEvent>

/**
 * Messages about the security of an account link to `notMePage` of the app. Reading changes nothing, since mail scanners
 * open links. Answering freezes withdrawals, ends every session, voids codes and pending contacts, and leaves an
 * inquiry for an operator; nobody signs in until the password is set by a code.
 */
export const notMe = {
  read: call({
    method: 'GET',
    path: '/ext/not-me/{token}',
    access: 'public',
    extension: 'notMe',
    summary: 'What a message was about',
    params: z.object({ token: NotMeToken }),
    output: NotMeEvent,
    errors: ['not_found'],
  }),
  report: call({
    method: 'POST',
    path: '/ext/not-me/{token}',
    access: 'public',
    extension: 'notMe',
    summary: 'Somebody else did it: closes the account to all; a second time changes nothing',
    params: z.object({ token: NotMeToken }),
    output: NotMeEvent,
    errors: ['not_found', 'link_expired'],
  }),
  readOwn: call({
    method: 'GET',
    path: '/ext/notifications/{id}/not-me',
    access: 'investor',
    extension: 'notMe',
    summary: 'The event of a notification in the cabinet, if it has one',
    params: z.object({ id: Id }),
    output: NotMeEvent,
    errors: ['not_found'],
  }),
  reportOwn: call({
    method: 'POST',
    path: '/ext/notifications/{id}/not-me',
    access: 'investor',
    extension: 'notMe',
    summary: 'The same answer from the cabinet; it ends the session of this call too',
    params: z.object({ id: Id }),
    output: NotMeEvent,
    errors: ['not_found', 'link_expired'],
  }),
}
