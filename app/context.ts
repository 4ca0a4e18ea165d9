import { type Logger } from 'pino'
import { type Language } from '~/contract/languages'
import { type Env } from '~/env.server'
import { type Flash } from '~/session/flash.server'
import { type ProofOfWork } from '~/forms/proof-of-work.server'
import { type LateAnswers } from '~/forms/late-answers.server'
import { type Upload } from '~/session/upload.server'
import { type Limits } from '~/session/limits.server'
import { type Reader } from '~/session/reader.server'
import { type I18n } from '~/locale/create'
import { type Relay } from '~/notifications/server/relay.server'
import { type Device } from '~/session/device.server'
import { type KeptForm } from '~/session/kept-form.server'
import { type Session } from '~/session/session.server'
import { type IdempotencyKeys } from '~/money-forms/types'
import { type PressBudget, type Upstream } from '~/upstream/types'

/** What every loader and action is given of the request and of the app around it. */
export interface RequestContext {
  /** The requested address; the address of a data request is that of its page. */
  url: URL
  /** Goes into the log, to the upstream, and onto every page that reports a failure. */
  requestId: string
  /** None on a page that is shared by all: it has no inline script. */
  cspNonce: string | undefined
  env: Env
  log: Logger
  /** A name that was typed to sign in, as the log may hold it. */
  hashIdentity: (typed: string) => string
  /** Of the reader's language. */
  i18n: I18n
  /** A language that the browser asks for and the page is not in; null where the page is as the browser asks. */
  offeredLanguage: Language | null
  session: Session
  /** The posted fields, read once and bounded. Actions use this and never `request.formData()`. */
  form: FormData | null
  /** The files of that form, still being received; `~/forms/pass-files.server` forwards them. */
  upload: Upload | null
  /** Bound to the reader's language, request id, address and, when signed in, bearer. */
  upstream: Upstream
  press: PressBudget
  lateAnswers: LateAnswers
  idempotencyKeys: IdempotencyKeys
  flash: Flash
  /** What this device keeps when the session is gone. */
  device: Device
  /** What was typed when a session ended, for the page that it was typed on. */
  keptForm: KeptForm
  limits: Limits
  /** Guards forms that cause messages. */
  proofOfWork: ProofOfWork
  /** The open tabs of sessions. */
  tabs: Pick<Relay, 'notifyRead'>
  /** Where the answer goes; for long ones. */
  reader: Reader
  /** The browser fetches the page before its user asks for it: nothing is recorded as looked at, or shown once. */
  isPrefetch: boolean
  /** The browser's address as trusted proxies report it. Empty for a page that is shared by all. */
  clientAddress: string
}

declare module '@remix-run/node' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- the framework's way to type its context
  interface AppLoadContext extends RequestContext {}
}
