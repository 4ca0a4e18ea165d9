import { randomBytes } from 'node:crypto'
import { redirectDocument } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { paths } from '~/paths'
import { type SharedAnswers } from '~/redis/shared-answers.server'
import { type CookieJar } from '~/session/cookies.server'
import { type Sealer } from '~/session/seal.server'
import { type Session } from '~/session/session.server'
import { lateAnswerField } from './late-answer-field'
import { within } from './within.server'

/**
 * The answer of a form that takes longer than its reader waits. The action goes on, and is not run again; a page of its own asks
 * for its answer until it is there. Invariants: what was typed is in no address, cookie or store, only in the action that runs;
 * the answer, which may carry a new session, is given to the browser that sent the form, in this process, for a few minutes. The
 * browser is known by a cookie of its own, since the answer itself may have ended the session; each answer has one, since forms of
 * two tabs may be sent at the same moment. Instances share, sealed, the answers that lead on: these have nothing that was typed.
 */

export interface LateAnswers {
  /** Runs an action. @returns its answer, or where that takes too long a redirect to the page that shows it */
  inTime(
    request: Pick<RequestContext, 'form' | 'press' | 'session' | 'upload' | 'url'>,
    run: () => Promise<unknown>,
  ): Promise<unknown>
  /** What is known of the answer that an address leads to; null of an address that was not made for this browser. */
  find(ticket: string): Promise<LateAnswer | null>
  /** Who signs out gets no answer any more: it could bring the session back. */
  drop(): void
}

export interface LateAnswer {
  /** The address that the form was sent to. */
  path: string
  /** `unseen`: another process runs the action, or did before it ended. */
  state: 'running' | 'unseen' | 'lost' | 'there'
  /**
   * The action's own answer, once it is there, with the cookies that it has set.
   * @throws what the action has thrown
   */
  give(): unknown
}

/** Created once at the start. `for` binds it to one request. */
export interface LateAnswerService {
  for(session: Session, jar: CookieJar): LateAnswers
}

const purpose = 'late answer'
const sharedPurpose = 'shared late answer'

/** What remains for an action whose calls end with the time of the press. */
const graceMs = 750
/** How long an answer is kept once it is there. */
const keptMs = 5 * 60_000
/** No action takes longer than this: one that is not here by then has ended with its process. */
const maxActionMs = 2 * 60_000
const capacity = 5_000
/** In seconds. */
const cookieS = 15 * 60

const SealedTicket = z.object({
  key: z.string(),
  path: z.string(),
  browser: z.string(),
  userId: z.string().nullable(),
  startedAt: z.number(),
})

/** An answer that leads on, as instances share it. */
const SharedAnswer = z.object({
  key: z.string(),
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  cookies: z.array(z.object({ name: z.string(), value: z.string(), maxAgeS: z.number().optional() })),
})

type Settled = { returned: unknown } | { thrown: unknown }

interface Action {
  jar: CookieJar
  settled: Settled | null
  /** When its answer is forgotten, in milliseconds since the epoch. */
  until: number
}

export interface LateAnswerOptions {
  sealer: Sealer
  cookieName: string
  /** This process's clock, in milliseconds since the epoch. */
  now: () => number
  /** Null: there is no other instance. */
  shared?: SharedAnswers | null
}

export function createLateAnswers({
  sealer,
  cookieName,
  now,
  shared = null,
}: LateAnswerOptions): LateAnswerService {
  /** Oldest first. */
  const actions = new Map<string, Action>()

  const cookieOf = (key: string) => `${cookieName}-${key.slice(0, 8)}`

  function forgetOld(): void {
    for (const [key, { settled, until }] of actions) if (settled && until <= now()) actions.delete(key)
  }

  /** Only what leads on: the form's own page has what was typed. */
  async function share(key: string, settled: Settled, jar: CookieJar): Promise<void> {
    const answer = 'returned' in settled ? settled.returned : null
    if (!shared || !(answer instanceof Response) || !answer.headers.has('Location')) return
    const cookies: z.infer<typeof SharedAnswer>['cookies'] = []
    jar.passOn({
      set(name, given, maxAgeS) {
        const value = typeof given === 'function' ? given() : given
        if (value !== null) cookies.push({ name, value, maxAgeS })
      },
    })
    const content = { key, status: answer.status, headers: [...answer.headers], cookies }
    await shared.save(key, await sealer.seal(sharedPurpose, content), keptMs)
  }

  /** @returns what gives the answer of another instance to this request; null if there is none */
  async function findShared(key: string, jar: CookieJar): Promise<(() => Response) | null> {
    const sealed = await shared?.find(key)
    const opened = sealed ? await sealer.open(sharedPurpose, sealed) : null
    const answer = SharedAnswer.safeParse(opened?.content).data
    if (!answer || answer.key !== key) return null
    const { status, headers, cookies } = answer
    return () => {
      for (const { name, value, maxAgeS } of cookies) jar.set(name, value, maxAgeS)
      return new Response(null, { status, headers })
    }
  }

  return {
    for: (session, jar) => {
      async function find(sealed: string): Promise<LateAnswer | null> {
        const opened = await sealer.open(purpose, sealed)
        const ticket = SealedTicket.safeParse(opened?.content).data
        if (
          !ticket ||
          ticket.browser !== jar.get(cookieOf(ticket.key)) ||
          isOfAnother(ticket.userId, session)
        )
          return null
        forgetOld()
        const { path } = ticket
        const action = actions.get(ticket.key)
        const give = () => (action?.settled ? answerOf(action.settled, action.jar, jar) : null)
        if (action) return { path, give, state: action.settled ? 'there' : 'running' }
        const giveShared = await findShared(ticket.key, jar)
        if (giveShared) return { path, give: giveShared, state: 'there' }
        return { path, give, state: now() - ticket.startedAt > maxActionMs ? 'lost' : 'unseen' }
      }

      return {
        find,
        drop() {
          for (const name of jar.namesFrom(cookieOf(''))) jar.clear(name)
        },
        async inTime({ form, press, upload, url }, run) {
          const posted = form?.get(lateAnswerField)
          if (typeof posted === 'string') {
            const found = await find(posted)
            return found?.state === 'there' ? found.give() : redirectDocument(paths.lateAnswer(posted), 303)
          }
          forgetOld()
          // A form with files is waited for from the end of its upload; its calls end with that.
          if (upload || press.leftMs() === Infinity || actions.size >= capacity) return run()
          press.outlast()
          const [startedAt, userId] = [now(), session.user?.id ?? null]
          const settling = ended(run)
          const soon = await within(press.leftMs() + graceMs, settling)
          if (soon) return answerOf(soon, jar, jar)
          press.release()
          const [key, browser] = [randomId(), randomId()]
          jar.set(cookieOf(key), browser, cookieS)
          const action: Action = { jar, settled: null, until: Infinity }
          actions.set(key, action)
          void settling.then((settled) => {
            Object.assign(action, { settled, until: now() + keptMs })
            return share(key, settled, jar)
          })
          const path = url.pathname + url.search
          const ticket = await sealer.seal(purpose, { key, path, browser, userId, startedAt })
          return redirectDocument(paths.lateAnswer(ticket), 303)
        },
      }
    },
  }
}

const randomId = () => randomBytes(18).toString('base64url')

/** Whether somebody else has signed in with this browser meanwhile. */
const isOfAnother = (userId: string | null, { user }: Session): boolean =>
  userId !== null && user !== null && user.id !== userId

const ended = (run: () => Promise<unknown>): Promise<Settled> =>
  run().then(
    (returned) => ({ returned }),
    (thrown: unknown) => ({ thrown }),
  )

/** @throws what the action has thrown */
function answerOf(settled: Settled, from: CookieJar, to: CookieJar): unknown {
  if (from !== to) from.passOn(to)
  if ('thrown' in settled) throw copyOf(settled.thrown)
  return copyOf(settled.returned)
}

/** The body of a response can be read once, and its answer may be asked for again. */
const copyOf = (value: unknown): unknown => (value instanceof Response ? value.clone() : value)
