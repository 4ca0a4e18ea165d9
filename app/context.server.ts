import { type IncomingMessage, type ServerResponse } from 'node:http'
import { type AppLoadContext } from '@remix-run/node'
import { type Logger } from 'pino'
import { type Env } from './env.server'
import { type CookieJar, hostCookieName } from './http/cookies.server'
import { type Flash, openFlash } from './http/flash.server'
import { type ProofOfWork, openProofOfWork } from './forms/proof-of-work.server'
import { type Upload } from './forms/upload.server'
import { type Limits } from './http/limits.server'
import { type Reader, anonymousReader, readerOf } from './http/reader.server'
import { sessionOf } from './http/sessions.server'
import { type RequestInfo, requestInfoOf } from './http/request-info.server'
import { type I18n } from './i18n/create'
import { detectLanguage } from './i18n/detection.server'
import { type Language } from './i18n/languages'
import { type Relay } from './notifications/relay.server'
import { type Device, openDevice } from './session/device.server'
import { hashIdentity } from './session/identity-hash.server'
import { type KeptForm, openKeptForm } from './session/kept-form.server'
import { type Sealer } from './session/seal.server'
import { type Session, tokenOf } from './session/session.server'
import { type IdempotencyKeyService, type IdempotencyKeys } from './submissions/idempotency-keys.server'
import { type UpstreamFailure } from './upstream/failure.server'
import { type Upstream, type UpstreamPool } from './upstream/types'

/** What every loader and action is given of the request and of the app around it. */
export interface RequestContext {
  /** What the browser asked for; the address of a data request is that of its page. */
  url: URL
  /** In the log, upstream, and on every page that tells of a failure. */
  requestId: string
  /** None where the page is kept for all: it has no inline script. */
  cspNonce: string | undefined
  env: Env
  log: Logger
  /** A name that was typed to sign in, as the log may hold it. */
  hashIdentity: (typed: string) => string
  /** Of the reader's language. */
  i18n: I18n
  session: Session
  /** The posted fields, read once and bounded. Actions use this and never `request.formData()`. */
  form: FormData | null
  /** The files of that form, still on their way; `~/forms/pass-files.server` sends them on. */
  upload: Upload | null
  /** Bound to the reader's language, request id, address and, when signed in, bearer. */
  upstream: Upstream
  idempotencyKeys: IdempotencyKeys
  flash: Flash
  /** What this device keeps when the session is gone. */
  device: Device
  /** What was typed when a session ended, for the page that it was typed on. */
  keptForm: KeptForm
  limits: Limits
  /** What forms that cause messages are held by. */
  proofOfWork: ProofOfWork
  /** The open tabs of sessions. */
  tabs: Pick<Relay, 'tellRead'>
  /** Where the answer goes; for long ones. */
  reader: Reader
  /** The browser's address, as far as trusted proxies tell it. Empty where the page is for all. */
  clientAddress: string
}

declare module '@remix-run/node' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the framework's way to type its context
  interface AppLoadContext extends RequestContext {}
}

/** What lives as long as the process and is shared by all requests. */
export interface Services {
  env: Env
  log: Logger
  i18n: Record<Language, I18n>
  sealer: Sealer
  upstream: UpstreamPool
  submissions: IdempotencyKeyService
  limits: Limits
  tabs: Pick<Relay, 'tellRead'>
}

/** One request, or a page that is rendered for nobody in particular. */
export interface ContextOptions {
  visit: Pick<RequestInfo, 'id' | 'url' | 'form' | 'upload'> & {
    nonce: string | undefined
    address: string | null
  }
  session: Session
  jar: CookieJar
  language: Language
  /** The browser's name for itself. */
  device?: string
  reader?: Reader
  /** Told of each call of the upstream that fails, whatever the page then makes of it. */
  onUpstreamFailure?: (failure: UpstreamFailure) => void
}

export type BindContext = (asked: ContextOptions) => AppLoadContext

/** The context of a request that has passed the guards. */
export function contextOfRequest(
  bind: BindContext,
): (req: IncomingMessage, res: ServerResponse) => Promise<AppLoadContext> {
  return async (req, res) => {
    const visit = requestInfoOf(req)
    const language = await detectLanguage(visit.url, req.headers.cookie)
    const device = req.headers['user-agent']
    return bind({ visit, ...sessionOf(req), language, device, reader: readerOf(res) })
  }
}

/** Binds the services to what is asked. */
export function createContext(services: Services): BindContext {
  const { env, sealer } = services
  const isSecure = env.publicUrl.protocol === 'https:'
  const flashName = hostCookieName('flash', isSecure)
  const deviceName = hostCookieName('device', isSecure)
  const keptName = hostCookieName('kept', isSecure)
  return ({ visit, session, jar, language, device, reader = anonymousReader, onUpstreamFailure }) => {
    const i18n = services.i18n[language]
    // Bound when first asked, and again after a sign-in within the request: bearer and device are others then.
    let bound: { token: string | null; deviceId: string | null; upstream: Upstream } | undefined
    const ownDevice = openDevice(jar, sealer, deviceName, Date.now)
    return {
      url: visit.url,
      requestId: visit.id,
      cspNonce: visit.nonce,
      env,
      log: services.log,
      hashIdentity: (typed) => hashIdentity(typed, sealer),
      i18n,
      session,
      form: visit.form,
      upload: visit.upload,
      get upstream() {
        const token = tokenOf(session)
        const deviceId = ownDevice.id()
        if (!bound || bound.token !== token || bound.deviceId !== deviceId) {
          const caller = { token, language, requestId: visit.id, address: visit.address, device, deviceId }
          bound = { token, deviceId, upstream: services.upstream.for(caller, onUpstreamFailure) }
        }
        return bound.upstream
      },
      idempotencyKeys: services.submissions.for(session),
      flash: openFlash(jar, flashName),
      device: ownDevice,
      keptForm: openKeptForm(jar, sealer, keptName, Date.now),
      limits: services.limits,
      proofOfWork: openProofOfWork({
        sealer,
        limits: services.limits,
        address: visit.address ?? '',
        form: visit.form,
        now: Date.now,
      }),
      tabs: services.tabs,
      reader,
      clientAddress: visit.address ?? '',
    }
  }
}
