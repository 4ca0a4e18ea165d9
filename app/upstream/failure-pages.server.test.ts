import { type AppLoadContext } from '@remix-run/node'
import { expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { withFailurePage } from './failure-pages.server'
import { type FailureDetails, UpstreamFailure } from './failure.server'

const { en } = createServerI18n('Europe/Vilnius')
const ended = new Response(null, { status: 302, headers: { Location: '/login' } })

/** The page that an error thrown by a loader becomes. */
async function answerTo(thrown: Error | Response, session: object = { user: null }): Promise<Response> {
  const loader = () => {
    throw thrown
  }
  // Only the parts of a context that are read.
  const context = { i18n: en, requestId: 'request-1', session } as unknown as AppLoadContext
  const guarded = withFailurePage(loader, () => Promise.resolve(ended))
  const args = { request: new Request('http://localhost/cabinet'), params: {}, context }
  const answer: unknown = await Promise.resolve(guarded(args)).catch((error: unknown) => error)
  return answer as Response
}

const failure = (details: Partial<FailureDetails>) =>
  new UpstreamFailure({
    kind: 'refused',
    call: 'user.balance',
    requestId: 'request-1',
    status: 422,
    sent: true,
    ...details,
  })

test.each<[Partial<FailureDetails>, status: number, message: string]>([
  [{ kind: 'not_found', status: 404 }, 404, 'Nothing was found here'],
  [{ kind: 'forbidden', status: 403 }, 403, 'You have no access to this'],
  [{ kind: 'unavailable', status: 500 }, 503, 'An error occurred, try later'],
  [{ kind: 'timeout', status: 504 }, 504, 'Timeout expired'],
  [
    { kind: 'timeout', status: 504, isChange: true },
    504,
    'Timeout expired. It may have been carried out all the same: look before you send it once more',
  ],
  [{ kind: 'bad_upstream', status: 502 }, 502, 'An error occurred, try later'],
  [{ kind: 'unknown', status: 502 }, 502, 'An error occurred, try later'],
  [{ kind: 'refused', status: 400, code: 'validation' }, 400, 'Check what you entered'],
  // A browser would drop the page or send the form again by itself.
  [{ kind: 'refused', status: 407 }, 400, 'An error occurred, try later'],
  [{ kind: 'refused', status: 421 }, 400, 'An error occurred, try later'],
])('%j is a page with status %d', async (details, status, message) => {
  const answer = await answerTo(failure(details))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({ kind: details.kind, message, requestId: 'request-1' })
})

test('a limit says when to come back', async () => {
  const answer = await answerTo(failure({ kind: 'rate_limited', status: 429, retryAfter: 7 }))
  expect(answer.status).toBe(429)
  expect(answer.headers.get('Retry-After')).toBe('7')
})

test('a 401 ends the session, and only that does', async () => {
  expect(await answerTo(failure({ kind: 'unauthorized', status: 401 }))).toBe(ended)
})

test("an unconfirmed phone redirects to the code and updates the session, because the code's page would redirect back otherwise", async () => {
  const user = { id: 'u1', login: 'anna', role: 'investor', language: 'ru', phoneConfirmed: true }
  const session = { user, updateUser: (now: typeof user) => Promise.resolve(void (session.user = now)) }
  const unconfirmed = failure({ kind: 'forbidden', status: 403, code: 'phone_unconfirmed' })
  const answer = await answerTo(unconfirmed, session)
  expect(answer.headers.get('Location')).toBe('/phone')
  expect(session.user).toEqual({ ...user, phoneConfirmed: false })
})

test('any other thrown value is passed on', async () => {
  const thrown = new Response(null, { status: 404 })
  expect(await answerTo(thrown)).toBe(thrown)
  const error = new Error('a mistake of ours')
  expect(await answerTo(error)).toBe(error)
})
