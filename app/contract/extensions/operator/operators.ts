import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { operatorRoles } from '../../operator-roles'
import { Id, Login, Text, Time, listOf, listQuery, word } from '../../values'
import { QueueCounts, access } from './call'

/** The operators themselves: who they are, what each may do, and how one is invited. */

const extension = 'operators'
const Role = word(...operatorRoles)

const Operator = z.object({
  id: Id,
  login: Login,
  email: z.string().nullable(),
  role: Role,
  registeredAt: Time,
  /** When one of the sessions was used last; null: never. */
  lastSeenAt: Time.nullable(),
  /** How many are open. */
  sessions: z.number().int().min(0),
  /** The kinds of second factors that are set up. */
  factors: z.array(word('totp', 'passkey')),
  suspended: z.object({ reason: Text, since: Time }).nullable(),
})
export type Operator = Understood<typeof Operator>

const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  /** The admin who sent it. */
  by: Login.nullable(),
  createdAt: Time,
  expiresAt: Time,
})
export type Invitation = Understood<typeof Invitation>

const reason = z.string().trim().max(300)

/** Only an admin decides who may decide: all but `self` have no other role. */
export const operators = {
  self: call({
    method: 'GET',
    path: '/ext/operator/self',
    access,
    extension,
    summary: 'The signed-in operator, the names of the calls that the role may make, and what waits',
    output: z.object({
      login: Login,
      role: Role,
      calls: z.array(z.string().max(64)).max(500),
      queues: QueueCounts.optional(),
    }),
  }),
  operators: call({
    method: 'GET',
    path: '/ext/operator/operators',
    access,
    roles: [],
    extension,
    summary: 'All operators, and the invitations that are open',
    query: listQuery(['registeredAt', 'login']),
    output: listOf(Operator, { invitations: z.array(Invitation) }),
  }),
  operator: call({
    method: 'GET',
    path: '/ext/operator/operators/{id}',
    access,
    roles: [],
    extension,
    summary: 'One operator',
    params: z.object({ id: Id }),
    output: Operator,
    errors: ['not_found'],
  }),
  /** Without a key: sent twice it leaves one open invitation all the same. */
  inviteOperator: call({
    method: 'POST',
    path: '/ext/operator/invitations',
    access,
    roles: [],
    extension,
    summary: 'Sends an invitation by mail; an earlier one to the same address ends',
    body: z.object({ email: z.email().max(254), role: z.enum(operatorRoles) }),
    output: Invitation,
    status: 201,
    errors: ['email_taken'],
  }),
  /** Without a key: it is revoked once. */
  revokeInvitation: call({
    method: 'POST',
    path: '/ext/operator/invitations/{id}/revoke',
    access,
    roles: [],
    extension,
    summary: 'Ends an invitation that was not accepted',
    params: z.object({ id: Id }),
    output: Invitation,
    errors: ['not_found', 'already_decided'],
  }),
  /** Without a key: each decision leads to a state, in which the same decision is refused or changes nothing. */
  decideOperator: call({
    method: 'POST',
    path: '/ext/operator/operators/{id}/decide',
    access,
    roles: [],
    extension,
    summary: 'Changes the role of another operator, suspends or restores one, or ends the sessions',
    params: z.object({ id: Id }),
    body: z.object({
      decision: z.enum(['change_role', 'suspend', 'restore', 'end_sessions']),
      role: z.enum(operatorRoles).optional(),
      reason,
    }),
    output: Operator,
    errors: ['not_found', 'already_decided', 'last_admin'],
  }),
}

/** 256 random bits in base64url. */
const InvitationToken = z.string().regex(/^[\w-]{43}$/)

/** The page of the app that an invitation links to. */
export const invitationPage = (token: string): string => `/invitation/${token}`

const OpenedInvitation = z.object({
  role: Role,
  email: z.string(),
  /** `open`: it can be accepted; `used`: it was. */
  state: word('open', 'used', 'expired'),
})

/** Invitations link to `invitationPage` of the app. Reading changes nothing, since mail scanners open links. */
export const invitations = {
  read: call({
    method: 'GET',
    path: '/ext/invitations/{token}',
    access: 'public',
    extension,
    summary: 'What an invitation is for',
    params: z.object({ token: InvitationToken }),
    output: OpenedInvitation,
    errors: ['not_found'],
  }),
  accept: call({
    method: 'POST',
    path: '/ext/invitations/{token}',
    access: 'public',
    extension,
    summary: 'Makes the account of the invited operator, once',
    params: z.object({ token: InvitationToken }),
    body: z.object({ login: Login, password: z.string().min(1).max(1024) }),
    output: OpenedInvitation,
    errors: ['not_found', 'link_expired', 'login_taken', 'email_taken', 'password_too_simple'],
  }),
}
