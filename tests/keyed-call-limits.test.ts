import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { send } from './contract/client'
import { newInvestor } from './contract/people'
import { type InProcessApp, startApp } from './support/in-process-app'
import { textsOf } from './support/texts'
import { signedIn } from './support/visitor'

describe('the form of an investor who moved money too often', () => {
  let app: InProcessApp
  afterEach(() => app.stop())

  it('comes back with its input and the time to wait, in each language', async () => {
    app = await startApp({ limitFactor: 1 })
    const person = await newInvestor(app.upstream)
    const forms = []
    for (const language of ['ru', 'en'] as const) {
      const visitor = await signedIn(app.url, person, language)
      forms.push({ language, visitor, page: await visitor.visit('/cabinet/top-up') })
    }
    for (let at = 0; at < 60; at++)
      await send(app.upstream, contract.deposits.close, { id: 'none' }, { token: person.token })
    for (const { language, visitor, page } of forms) {
      const typed = { system: 'usdt-trc20', amount: '321.5' }
      const answer = await visitor.submit(page, 'name="submission"', typed)
      expect(answer.status).toBe(429)
      expect(answer.text).toContain(textsOf(language)('refusals:code.too_many_requests'))
      expect(answer.value('amount')).toBe('321.5')
      expect(answer.$('input[name="system"][checked]').val()).toBe('usdt-trc20')
    }
  })
})
