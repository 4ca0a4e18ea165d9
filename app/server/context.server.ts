import { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Logger } from 'pino'
import { type OverviewQuery } from '~/contract/extensions/overview'
import { type Env } from '~/env.server'
import { daysOf, readPeriod } from '~/investments/course-period'
import { paths } from '~/paths'
import { type CookieJar, hostCookieName, withoutCookies } from '~/session/cookies.server'
import { openFlash } from '~/session/flash.server'
import { newTraceparent } from '~/telemetry/traceparent.server'
import { createPressBudget } from './press-budget.server'
import { openProofOfWork } from '~/forms/proof-of-work.server'
import { type LateAnswerService } from '~/forms/late-answers.server'
import { type Limits } from '~/session/limits.server'
import { type Reader, anonymousReader, readerOf } from '~/session/reader.server'
import { sessionOf } from '~/session/sessions.server'
import { type RequestInfo, isDataRequest, isPrefetch, requestInfoOf } from '~/session/request-info.server'
import { type I18n } from '~/locale/create'
import { detectLanguage } from '~/locale/detection.server'
import { offeredLanguage } from '~/locale/offered-language.server'
import { type Language } from '~/contract/languages'
import { type Relay } from '~/notifications/server/relay.server'
import { openDevice } from '~/session/device.server'
import { hashIdentity } from '~/session/identity.server'
import { openKeptForm } from '~/session/kept-form.server'
import { type Sealer } from '~/session/seal.server'
import { type Session, tokenOf } from '~/session/session.server'
import { type IdempotencyKeyService } from '~/money-forms/idempotency-keys.server'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream, type UpstreamPool } from '~/upstream/types'
import { type AppLoadContext } from '@remix-run/node'

/** Services of the process, shared by all requests. */
export interface Services {
  env: Env
  log: Logger
  /** This process's clock, in milliseconds since the epoch. */
  now: () => number
  i18n: Record<Language, I18n>
  sealer: Sealer
  upstream: UpstreamPool
  idempotencyKeys: IdempotencyKeyService
  lateAnswers: LateAnswerService
  limits: Limits
  tabs: Pick<Relay, 'notifyRead'>
}

/** One request, or the rendering of a shared page. */
export interface ContextOptions {
  requestInfo: Pick<RequestInfo, 'id' | 'url' | 'form' | 'upload'> & {
    traceparent?: string
    nonce: string | undefined
    address: string | null
  }
  session: Session
  jar: CookieJar
  language: Language
  /** The language that the page offers to read it in; null where it offers none. */
  offeredLanguage: Language | null
  /** The browser's name for itself. */
  device?: string
  reader?: Reader
  /** The page is fetched before its reader asks for it. */
  isPrefetch?: boolean
  /** The answer is the data of a page, not its document. */
  isDataRequest?: boolean
  /** Called for each failed call of the upstream, whether or not the page handles it. */
  onUpstreamFailure?: (failure: UpstreamFailure) => void
}

export type BindContext = (request: ContextOptions) => AppLoadContext

/** The context of a request that has passed the guards. */
export function contextOfRequest(
  bind: BindContext,
): (req: IncomingMessage, res: ServerResponse) => Promise<AppLoadContext> {
  return async (req, res) => {
    const requestInfo = requestInfoOf(req)
    const language = await detectLanguage(requestInfo.url, req.headers.cookie)
    const offered = offeredLanguage(language, requestInfo.url.search, req.headers)
    const device = req.headers['user-agent']
    const reader = readerOf(res)
    return bind({
      requestInfo,
      ...sessionOf(req),
      language,
      offeredLanguage: offered,
      device,
      reader,
      isPrefetch: isPrefetch(req),
      isDataRequest: isDataRequest(req),
    })
  }
}

/** Binds the services to one request. */
export function createContext(services: Services): BindContext {
  const { env, sealer, now } = services
  const isSecure = env.publicUrl.protocol === 'https:'
  const flashName = hostCookieName('flash', isSecure)
  const deviceName = hostCookieName('device', isSecure)
  const keptName = hostCookieName('kept', isSecure)
  return ({
    requestInfo: info,
    session,
    jar,
    language,
    offeredLanguage: offered,
    device,
    reader = anonymousReader,
    isPrefetch: isAhead = false,
    isDataRequest: isForData = false,
    onUpstreamFailure,
  }) => {
    const i18n = services.i18n[language]
    // Bound at first use, and again after a sign-in within the request, which changes bearer and device.
    let bound: { token: string | null; deviceId: string | null; upstream: Upstream } | undefined
    // What is shown once waits for the page that is looked at.
    const shownOnce = isAhead ? withoutCookies : jar
    const ownDevice = openDevice(jar, sealer, deviceName, now)
    const press = createPressBudget({
      budgetMs: env.formAnswerMs,
      isRunning: info.form !== null && !info.upload,
    })
    return {
      url: info.url,
      requestId: info.id,
      cspNonce: info.nonce,
      env,
      log: services.log,
      hashIdentity: (typed) => hashIdentity(typed, sealer),
      i18n,
      offeredLanguage: offered,
      session,
      form: info.form,
      upload: info.upload,
      get upstream() {
        const token = tokenOf(session)
        const deviceId = ownDevice.id()
        if (!bound || bound.token !== token || bound.deviceId !== deviceId) {
          const { id: requestId, traceparent = newTraceparent(), address } = info
          const overview = overviewOf(info)
          const caller = {
            token,
            language,
            requestId,
            traceparent,
            address,
            device,
            deviceId,
            press,
            overview,
          }
          bound = { token, deviceId, upstream: services.upstream.for(caller, onUpstreamFailure) }
        }
        return bound.upstream
      },
      press,
      lateAnswers: services.lateAnswers.for(session, jar),
      idempotencyKeys: services.idempotencyKeys.for(session),
      flash: openFlash(shownOnce, flashName, isForData),
      device: ownDevice,
      keptForm: openKeptForm(shownOnce, sealer, keptName, now),
      limits: services.limits,
      proofOfWork: openProofOfWork({
        sealer,
        limits: services.limits,
        address: info.address ?? '',
        form: info.form,
        now,
      }),
      tabs: services.tabs,
      reader,
      isPrefetch: isAhead,
      clientAddress: info.address ?? '',
    }
  }
}

/** What the overview asks of the upstream; undefined for every other page, and after a form, which changes what was read. */
function overviewOf({ url, form, upload }: ContextOptions['requestInfo']): OverviewQuery | undefined {
  if (url.pathname !== paths.cabinet() || form || upload) return undefined
  return { days: daysOf(readPeriod(url.searchParams)) }
}
