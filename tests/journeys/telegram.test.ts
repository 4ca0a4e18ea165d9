import { expect, journeysOn } from '../support/in-process-journey'
import { testBotToken, widgetFields } from '../support/telegram'
import { textsOf } from '../support/texts'
import { openVisitor } from '../support/visitor'
import { type WatchedProduct } from '../support/watched'
import { otherPlainLanguages } from '../support/reading-modes'

/** Sign-in with Telegram. The test simulates the button, because Telegram is unreachable. */

const test = journeysOn({ env: { TELEGRAM_BOT: 'tideline_bot', TELEGRAM_BOT_TOKEN: testBotToken } })

for (const lng of otherPlainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('data that Telegram did not sign, or that another page sent, do not sign in', async ({ stack }) => {
      const visitor = openVisitor(stack.url, lng)
      const page = await visitor.visit('/login/telegram')
      const address = page.$('[data-auth-url]').attr('data-auth-url') ?? ''
      const state = new URL(address, stack.url).searchParams.get('state') ?? ''
      expect(state).not.toBe('')
      const before = calls(stack)
      const tried = async (fields: object) => {
        const answer = await visitor.visit(`/login/telegram?${new URLSearchParams({ ...fields })}`)
        expect(answer.text).toContain(say('refusals:code.telegram_invalid'))
        return answer.status
      }
      expect(await tried({ ...widgetFields(), state: 'of-another-page' })).toBe(400)
      expect(await tried({ hash: 'x', state })).toBe(400)
      expect(calls(stack), 'the upstream is not asked').toBe(before)
      expect(await tried({ ...widgetFields(), first_name: 'Somebody', state })).toBe(422)
      expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
    })
  })

const calls = ({ upstreamCalls }: WatchedProduct) =>
  upstreamCalls.filter(({ path }) => path.startsWith('/api/auth/telegram')).length
