import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Visitor, signedIn } from '../support/visitor'
import { type Deviation } from '../stranger/deviations'
import { type Stranger, startStranger } from '../stranger/stranger'
import { moneyPath, sentTo, take } from './money-path'

/** The main path on a company's own server that differs in several things at once: each form is sent once. */

const manners: Deviation[][] = [
  [],
  ['changes-204', 'times-sql', 'words-russian'],
  ['ids-uuids', 'money-strings', 'lists-data-meta', 'changes-success', 'errors-problem'],
  ['logins-e-mails', 'lists-total-in-header', 'nulls-for-absent', 'currencies-lower-case', 'changes-true'],
]

describe.each(manners.map((deviations) => [deviations.join(', ') || 'nothing more', deviations] as const))(
  'on the upstream of a stranger, with %s,',
  (_title, deviations) => {
    let stranger: Stranger
    let app: RunningApp
    let investor: Visitor

    beforeAll(async () => {
      stranger = await startStranger({ deviations: [...deviations] })
      app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
      investor = await signedIn(app.url, stranger.investor, 'en')
    })
    afterAll(async () => {
      await app.stop()
      await stranger.close()
    })

    it.each(moneyPath)('$name is sent once, and its page tells so', async (step) => {
      const made = await take(investor, step)
      expect([made.status, sentTo(stranger, step.path)]).toEqual([200, 1])
      expect(made.text).toContain(step.says)
    })
  },
)
