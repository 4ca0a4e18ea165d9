import { it } from 'vitest'
import { contract } from '~/contract'
import { newInvestor } from './people'
import { type Refusals } from './refusals'

/** Whose partners nobody else sees, and news that is not there. */
export function partnerRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('of partners of somebody else, and of oneself', async () => {
    const { upstream } = refusals
    const inviter = await newInvestor(upstream)
    const partner = await newInvestor(upstream, { inviter: inviter.login })
    const stranger = await newInvestor(upstream)
    for (const login of [partner.login, stranger.login, 'no-such-login']) {
      await refused('not_found', contract.user.referralsOf, { login }, stranger)
    }
    // Upwards there is nothing to be seen either.
    await refused('not_found', contract.user.referralsOf, { login: inviter.login }, partner)
    await refused('validation', contract.user.referrals, { level: '4' }, inviter)
    await refused('validation', contract.user.statistics, { days: '6' }, inviter)
    await refused('validation', contract.user.statistics, { days: '3651' }, inviter)
  })

  it('of news that nobody wrote', async () => {
    await refused('not_found', contract.content.newsItem, { id: 'none' })
    await refused('validation', contract.content.news, { sort: 'body' })
  })
}
