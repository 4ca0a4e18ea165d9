import { type Logger } from 'pino'
import { type PasswordHasher } from './auth/passwords'
import { type Clock, type ProductClock } from './clock'
import { type Db } from './db/connect'
import { type AfterAnswer } from './api/after-answer'
import { type Limits } from './api/limits'
import { type MakeInvoice } from './funds/context'
import { type Outbox } from './outbox/outbox'
import { type InquiryQuotas } from './accounts/inquiry-quotas'
import { type UploadQuotas } from './accounts/upload-quotas'
import { type Seal } from './storage/seal'
import { type FileStorage } from './storage/storage'

/** The dependencies of the calls. */
export interface Services {
  db: Db
  /** Ledger, terms, expiry of top-ups, the `Date` header; the demonstration moves it. */
  productClock: ProductClock
  /** Sessions, codes, quotes, keys of calls. */
  realClock: Clock
  newId: () => string
  /** Makes a confirmation code, six random digits by default; the demonstration's is always `000000`. */
  newCode: (digits?: number) => string
  passwords: PasswordHasher
  outbox: Outbox
  /** Work that runs after the answer is sent. */
  afterAnswer: AfterAnswer
  /** The key that Telegram signs with; null: no sign-in by Telegram. */
  telegramBotToken: string | null
  /** The bytes of uploaded files. */
  storage: FileStorage
  /** How much of it may be used. */
  uploadQuotas: UploadQuotas
  inquiryQuotas: InquiryQuotas
  /** For texts that are encrypted in the database. */
  seal: Seal
  limits: Limits
  /** Where browsers find the app, without a slash at its end: the base of links in messages. Null: they have none. */
  publicUrl: string | null
  /** IANA name of the zone whose days filters count by. */
  timeZone: string
  /** Fewer receiving addresses of a payment system than these are too few. */
  lowAddresses: number
  /** How to ask a payment processor for an address to pay to; absent where there is none. */
  makeInvoice?: MakeInvoice
  /** Ids of the payment systems whose addresses that processor makes. */
  processorSystems?: readonly string[]
  /** Whether the demonstration's calls are answered. */
  demo: boolean
  log: Logger
}
