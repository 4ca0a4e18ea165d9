import { z } from 'zod'
import { call } from './call'
import { passwordErrors, stepUpErrors } from './errors'
import { type Understood, alsoNamed, ifGiven, orElse } from './reading'
import { CalendarDate, Currency, CurrentPassword, Id, Reference, Text, Time, listOf, word } from './values'

/** Personal data, saved wallets and account verification. */

export const maritalStatuses = ['single', 'married', 'divorced', 'widowed', 'other'] as const

export const PersonalData = z.object({
  fullName: Text.nullable(),
  birthDate: alsoNamed(CalendarDate.nullable(), 'dateOfBirth', 'birthday'),
  maritalStatus: word(...maritalStatuses).nullable(),
  country: Text.nullable(),
  city: Text.nullable(),
})
export type PersonalData = Understood<typeof PersonalData>

export const VerificationState = z.object({
  /** An upstream may omit it for a user who has submitted nothing. */
  status: orElse(word('none', 'in_process', 'successful', 'rejected'), 'none'),
  reason: Text.nullable(),
  submittedAt: Time.nullable(),
  documentNumberMasked: z.string().max(64).nullable(),
})
export type VerificationState = Understood<typeof VerificationState>

const VerificationData = z.object({ type: z.literal('verification'), data: VerificationState })

export const UserData = z.discriminatedUnion('type', [
  z.object({ type: z.literal('profile'), data: PersonalData }),
  VerificationData,
])

export const Wallet = z.object({
  system: Reference,
  currency: ifGiven(Currency),
  network: ifGiven(Text),
  address: alsoNamed(z.string().max(256), 'wallet'),
  updatedAt: ifGiven(Time),
})
export type Wallet = Understood<typeof Wallet>

const Wallets = listOf(Wallet).pick({ items: true })

export const userData = {
  byType: call({
    method: 'GET',
    path: '/user-data/byType/{type?}',
    access: 'investor',
    summary: 'Personal data or the state of verification',
    params: z.object({ type: z.enum(['profile', 'verification']).default('profile') }),
    output: UserData,
    errors: ['not_found'],
  }),
  update: call({
    method: 'PATCH',
    path: '/user-data',
    access: 'investor',
    summary: 'Changes personal data; a field left out stays as it is',
    body: z.object({
      type: z.literal('profile'),
      data: z
        .object({
          fullName: z.string().trim().max(200).nullable(),
          birthDate: CalendarDate.nullable(),
          maritalStatus: z.enum(maritalStatuses).nullable(),
          country: z.string().trim().max(80).nullable(),
          city: z.string().trim().max(80).nullable(),
        })
        .partial(),
    }),
    output: ifGiven(UserData),
  }),
  wallets: call({
    method: 'GET',
    path: '/user-data/wallets',
    access: 'investor',
    summary: 'Saved wallets, one a payment system',
    output: Wallets,
  }),
  updateWallets: call({
    method: 'PATCH',
    path: '/user-data/wallets/update',
    access: 'investor',
    summary: 'Saves wallets; an empty address removes one',
    body: z.object({
      wallets: z.array(z.object({ system: Id, address: z.string().trim().max(256) })).max(100),
      /** For an address that is neither saved already nor one that a completed withdrawal went to. */
      currentPassword: CurrentPassword,
    }),
    output: ifGiven(Wallets),
    errors: ['wallet_invalid', ...passwordErrors, ...stepUpErrors],
  }),
  verify: call({
    method: 'PATCH',
    path: '/user-data/verification',
    access: 'investor',
    summary: 'Hands in the documents for verification (multipart; JPEG, PNG, WebP or PDF, 10 MiB each)',
    body: z.object({
      fullName: z.string().trim().min(1).max(200),
      birthDate: CalendarDate,
      maritalStatus: z.enum(maritalStatuses),
      documentNumber: z.string().trim().min(1).max(64),
    }),
    files: ['photoDocument', 'photoLogin', 'photoWallet'],
    output: ifGiven(VerificationData),
    errors: ['too_large', 'unsupported_file', 'upload_quota', 'storage_full', 'already_verified'],
  }),
}
