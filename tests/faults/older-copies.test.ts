import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcessApp, startApp } from '../support/in-process-app'
import { isFull } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { enter, nextCell, openSession, pressed, signOut } from './changing-form'
import { changingForms } from './changing-forms'
import { type Observation, findingsOf, noteOf } from './matrix'

/**
 * Every form that changes something, sent from an older copy of its page: one that a browser kept while its reader signed out
 * and in again, as text browsers and tabs do. It is carried out, or its page says plainly that it is not; and a copy that has
 * been carried out does nothing more. Text browsers do not say where a form comes from, so their forms are known by a token.
 */

const olderCopy = textsOf('en')('refusals:request.form_token')
let app: InProcessApp
beforeAll(async () => {
  app = await startApp({ history: true, logLevel: 'warn', env: { TELEGRAM_BOT: 'tideline_bot' } })
})
afterAll(() => app.stop())

/** What sends an `Origin` is walked in the matrix, too. */
for (const saysOrigin of isFull ? [false, true] : [false])
  describe(`in ${saysOrigin ? 'a browser that says' : 'a text browser, which does not say'} where a form comes from`, () => {
    it.each(changingForms)('$name', async (form) => {
      const here = app.upstream.here!
      const product = {
        url: app.url,
        backendUrl: app.upstream.url,
        db: here.db,
        answered: () => here.answered(),
      }
      const opened = await openSession(product, form)
      const own = { ...opened, visitor: await enter(opened, form, { saysOrigin }) }
      const session = await nextCell(own, form)
      const copy = await form.fill(session)
      if (form.reader !== 'visitor') await signOut(session.visitor, copy.page)
      const reader = form.reader === 'visitor' ? session.visitor : await enter(session, form, { saysOrigin })

      const steps: Observation[] = []
      for (const press of ['once', 'again']) {
        const answer = await pressed(copy, reader)
        expect(answer.status, `${press}: ${answer.text}`).not.toBe(403)
        expect(answer.status, `${press}: ${answer.text}`).toBeLessThan(500)
        // This says of the press alone that nothing was done, and what to look at first.
        if (!answer.text.includes(olderCopy)) steps.push(await noteOf(press, answer, form, session))
      }
      expect(findingsOf(form, null, steps, await form.effects(session), form.name)).toEqual([])
    })
  })
