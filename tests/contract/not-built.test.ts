import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { Problem } from '~/contract/errors'
import { serversFor } from '../support/postgres'
import { type Answer, ask, send } from './client'
import { newInvestor } from './people'
import { unbuiltCalls } from './unbuilt'
import { type TestUpstream, openUpstream } from './upstream'

/**
 * A backend that lacks calls of the contract, so that nothing pretends. Without the demonstration it lacks those that
 * play it: time that is moved, a transfer that nobody sent, an administrator who is not there.
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

    it('lists what it does not answer', async () => {
      const ids = calls.filter(([, call]) => played.some((one) => one === call)).map(([id]) => id)
      expect(ids).toHaveLength(4)
      expect(await unbuiltCalls(upstream)).toEqual(ids)
      const { value } = await ask(upstream, contract.settings.get, { key: 'extensions' })
      expect(value).not.toContain('demo')
    })

    it.each(['ru', 'en'] as const)(
      'answers 501 to each of these calls, in words, in %s',
      async (language) => {
        const words = { ru: 'Здесь это недоступно', en: 'This is not available here' }[language]
        for (const call of played) {
          const headers = { 'x-request-id': 'asked-of-what-is-not-built' }
          const answer = await send(upstream, call, values, { token, language, headers })
          expectRefusal(answer, 501, 'not_implemented')
          expect(answer.body).toMatchObject({ requestId: 'asked-of-what-is-not-built', message: words })
          // What is sent to it is not looked at, and no key is kept for it.
          expectRefusal(
            await send(upstream, call, { id: '\u0000' }, { token, key: null }),
            501,
            'not_implemented',
          )
        }
      },
    )

    it('tells whoever the contract does not let in that alone', async () => {
      for (const call of played.filter(({ access }) => access !== 'public'))
        expectRefusal(await send(upstream, call, values), 401, 'unauthorized')
    })
  },
)
