import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { Problem } from '~/contract/errors'
import { serversFor } from '../support/postgres'
import { type Answer, ask, send } from './client'
import { newInvestor } from './people'
import { unbuiltCalls } from './unbuilt'
import { type TestUpstream, openUpstream } from './upstream'

/**
 * A backend that does not implement some calls of the contract. Without the demonstration it lacks the
 * demonstration's calls: moving the clock, simulating a transfer, acting as the administrator.
 */
describe.skipIf(process.env.UPSTREAM_URL).each(serversFor('not-built'))(
  'without its demonstration the %s backend',
  (where) => {
    let upstream: TestUpstream
    let token: string

    const played = Object.values(contract.demo)
    const values = { id: 'none', days: 1, decision: 'complete' }
    const expectRefusal = (answer: Answer, status: number, code: string) => {
      expect(answer.status).toBe(status)
      expect(Problem.strict().parse(answer.body)).toMatchObject({ code })
    }

    beforeAll(async () => {
      upstream = await openUpstream(where, { demo: false })
      token = (await newInvestor(upstream)).token
    })
    afterAll(() => upstream.close())

    it('lists the calls that it does not implement', async () => {
      const ids = calls.filter(([, call]) => played.some((one) => one === call)).map(([id]) => id)
      expect(ids).toHaveLength(4)
      expect(await unbuiltCalls(upstream)).toEqual(ids)
      const { value } = await ask(upstream, contract.settings.get, { key: 'extensions' })
      expect(value).not.toContain('demo')
    })

    it.each(['ru', 'en'] as const)(
      'answers 501 to each of these calls, with a text, in %s',
      async (language) => {
        const words = { ru: 'Здесь это недоступно', en: 'This is not available here' }[language]
        for (const call of played) {
          const headers = { 'x-request-id': 'asked-of-what-is-not-built' }
          const answer = await send(upstream, call, values, { token, language, headers })
          expectRefusal(answer, 501, 'not_implemented')
          expect(answer.body).toMatchObject({ requestId: 'asked-of-what-is-not-built', message: words })
          // The request is not validated, and no idempotency key is stored.
          expectRefusal(
            await send(upstream, call, { id: '\u0000' }, { token, key: null }),
            501,
            'not_implemented',
          )
        }
      },
    )

    it('answers only 401 to callers whom the contract does not allow', async () => {
      for (const call of played.filter(({ access }) => access !== 'public'))
        expectRefusal(await send(upstream, call, values), 401, 'unauthorized')
    })
  },
)
