import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Visitor, signedIn } from '../support/visitor'
import { type Stranger, startStranger } from '../stranger/stranger'
import { subscriptionStep, take } from './money-path'

const runs = /“Subscription” is active until/

/** What an upstream tells of its user at the sign-in and in no call that can be asked again. */
describe('on an upstream that tells of its user at the sign-in alone', () => {
  let stranger: Stranger
  let app: RunningApp
  let investor: Visitor

  beforeAll(async () => {
    stranger = await startStranger({ deviations: ['users-with-rank'] })
    app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    investor = await signedIn(app.url, stranger.investor, 'en')
  })
  afterAll(async () => {
    await app.stop()
    await stranger.close()
  })

  it.each(['/cabinet', '/cabinet/referrals'])('%s has the rank', async (path) => {
    expect((await investor.visit(path)).text).toContain('Monarch')
  })

  const subscription = async () => (await investor.visit('/cabinet/subscription')).text

  it('the subscription stands with its end, which says that it runs', async () => {
    expect(await subscription()).toMatch(runs)
  })

  it('a change that is answered without the user leaves the rest as it was', async () => {
    stranger.answerNext('POST', '/user/profile', { status: 204 })
    const page = await investor.visit('/cabinet/settings/profile')
    const saved = await investor.submit(page, 'name="city"', { city: 'Nida' })
    expect(saved.$('[name="city"]').attr('value')).toBe('Nida')
    expect((await investor.visit('/cabinet')).text).toContain('Monarch')
    expect(await subscription()).toMatch(runs)
  })

  it('after a payment nothing is told of the end before it', async () => {
    const review = await subscriptionStep.fillIn(investor, '0')
    expect(review.page.text).toContain('added to the end of the one that is active')
    await take(investor, subscriptionStep)
    expect(await subscription()).toContain('Subscription: Active')
  })
})
