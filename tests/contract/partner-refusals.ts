import { it } from 'vitest'
import { contract } from '~/contract'
import { newInvestor } from './people'
import { type Refusals } from './refusals'

/** Partners are visible only to their inviter; news that does not exist is refused. */
export function partnerRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('partners of another investor, and the investor as their own partner', async () => {
    const { upstream } = refusals
    const inviter = await newInvestor(upstream)
    const partner = await newInvestor(upstream, { inviter: inviter.login })
    const stranger = await newInvestor(upstream)
    for (const login of [partner.login, stranger.login, 'no-such-login']) {
      await refused('not_found', contract.user.referralsOf, { login }, stranger)
    }
    // A partner does not see the inviter's other partners either.
    await refused('not_found', contract.user.referralsOf, { login: inviter.login }, partner)
    await refused('validation', contract.user.referrals, { level: '4' }, inviter)
    await refused('validation', contract.user.statistics, { days: '6' }, inviter)
    await refused('validation', contract.user.statistics, { days: '3651' }, inviter)
  })

  it('news that does not exist', async () => {
    await refused('not_found', contract.content.newsItem, { id: 'none' })
    await refused('validation', contract.content.news, { sort: 'body' })
  })
}
