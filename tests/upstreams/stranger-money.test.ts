import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { textsOf } from '../support/texts'
import { type Visitor, signedIn } from '../support/visitor'
import { type Deviation } from '../stranger/deviations'
import { type Stranger, startStranger } from '../stranger/stranger'
import { moneyPath, sentTo, take } from './money-path'

/** The main path on a third-party upstream with several deviations at once: each form is sent once. */

const say = textsOf('en')

const deviationSets: Deviation[][] = [
  [],
  ['changes-204', 'times-sql', 'words-russian'],
  ['ids-uuids', 'money-strings', 'lists-data-meta', 'changes-success', 'errors-problem'],
  ['logins-e-mails', 'lists-total-in-header', 'nulls-for-absent', 'currencies-lower-case', 'changes-true'],
]

describe.each(
  deviationSets.map((deviations) => [deviations.join(', ') || 'nothing more', deviations] as const),
)('on a third-party upstream, with %s,', (_title, deviations) => {
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

  it.each(moneyPath)('$name is sent once, and its page confirms it', async (step) => {
    const made = await take(investor, step)
    expect([made.status, sentTo(stranger, step.path)]).toEqual([200, 1])
    expect(made.text).toContain(say(step.says))
  })

  it.each(moneyPath)(
    '$name that is refused for a field of another form shows the error at the top',
    async (step) => {
      const errors = { purse: ['The purse is torn'] }
      stranger.answerNext('POST', step.path.replace('/api', ''), { status: 422, body: { errors } })
      const refused = await take(investor, step)
      expect(refused.status).toBe(422)
      expect(refused.textOf('[role="alert"]')).toContain('The purse is torn')
      expect(refused.$('a[href="#form-purse"]')).toHaveLength(0)
    },
  )
})
