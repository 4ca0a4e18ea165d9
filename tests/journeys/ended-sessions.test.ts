import { currentPassword, newInvestor } from '../support/investor'
import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { stepUp } from '../support/step-up'
import { textsOf } from '../support/texts'
import { signedIn } from '../support/visitor'

/** Ending sessions through a gateway that has pages of its own. */

const test = journeysOn({})
const say = textsOf('en')

const ending = { method: 'POST', path: /\/ext\/sessions\/end$/ }
const listing = { method: 'GET', path: /\/ext\/sessions$/ }

for (const isListReadable of [true, false])
  test(`a gateway's 404 of HTML isn't "Session ended", with a list that is ${isListReadable ? 'readable' : 'out of reach'}`, async ({
    stack,
  }) => {
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'en')
    await signedIn(stack.url, investor, 'en')
    await stepUp(visitor)
    const listed = async () => (await investor.ask('GET', '/ext/sessions'))['items'] as { id: string }[]
    const page = await visitor.visit('/cabinet/settings/sessions')
    const id = String(page.$('main input[name="id"]').first().attr('value'))
    const before = await listed()
    expect(before.map((session) => session.id)).toContain(id)

    stack.faulty.fail('answers 404', ending)
    if (!isListReadable) stack.faulty.fail('answers 503', listing)
    const typed = { currentPassword, stepUp: 'password' }
    const answer = await visitor.submit(page, `value="${id}"`, typed)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toContain(say('flash:sessionEnded'))
    expect(answer.text).toContain(say('refusals:maybeDone'))
    expect(await listed()).toHaveLength(before.length)

    stack.faulty.heal()
    const ended = await visitor.submit(page, `value="${id}"`, typed)
    expect(ended.text).toContain(say('flash:sessionEnded'))
    expect((await listed()).map((session) => session.id)).not.toContain(id)
  })
