import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { type Sending } from './client'
import { newInvestor, signIn, topUp } from './people'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** Partners, the rewards and statistics of an investor, and news. */
export function partnerShapes(ask: Ask, upstreamOf: () => TestUpstream): void {
  it('list the partners of three levels, and the partners of each partner', async () => {
    const sending = await signIn(upstreamOf(), 'investor')
    const all = await ask(contract.user.referrals, { limit: 100, sort: 'turnover', sortDir: 'desc' }, sending)
    expect(all.total).toBeGreaterThanOrEqual(41)
    expect(all.summary.levels.map(({ level }) => level)).toEqual([1, 2, 3])
    expect(all.summary.partners).toBe(all.total)
    const turnovers = all.items.map(({ turnover }) => Number(turnover))
    expect(turnovers).toEqual([...turnovers].sort((a, b) => b - a))

    const deeper = await ask(contract.user.referrals, { level: 2, limit: 3, page: 2, search: 'A' }, sending)
    expect(deeper.items.every(({ level, login }) => level === 2 && /a/i.test(login))).toBe(true)
    expect(deeper.summary).toEqual(all.summary)

    const inviter = all.items.find(({ level, partners }) => level === 1 && partners > 0)!
    const own = await ask(contract.user.referralsOf, { login: inviter.login.toUpperCase() }, sending)
    expect([own.total, own.summary.partners]).toEqual([inviter.partners, inviter.partners])
    expect(own.items.every(({ level }) => level === 2)).toBe(true)
    const third = all.items.find(({ level }) => level === 3)!
    expect(await ask(contract.user.referralsOf, { login: third.login }, sending)).toMatchObject({
      items: [],
      total: 0,
      summary: { partners: 0, turnover: '0', bonus: '0', accruals: '0', levels: [] },
    })
  })

  it('show what partners brought, and the requirements of the next rank', async () => {
    const person = await newInvestor(upstreamOf())
    const none = await ask(contract.user.bonus, {}, person)
    expect(none).toMatchObject({ rank: null, turnover: '0', accruals: { total: '0' } })
    expect(none.next).toEqual({ rank: 'spark', turnover: '1000' })
    const partner = await newInvestor(upstreamOf(), { inviter: person.login })
    await topUp(upstreamOf(), partner, '1200')
    const opening = { planId: 'breeze', currency: 'USDT', amount: '1200' }
    await ask(contract.deposits.create, opening, partner)
    expect(await ask(contract.user.bonus, {}, person)).toMatchObject({
      rank: 'spark',
      next: { rank: 'chimera', turnover: '10000' },
      turnover: '1200',
      accruals: { referral: '84', matching: '0', bonus: '10', total: '94' },
    })
    const { items } = await ask(contract.user.referrals, {}, person)
    expect(items).toMatchObject([{ login: partner.login, level: 1, turnover: '1200', bonus: '84' }])
  })

  it('pay matching bonuses by the ranks at the time when income was due', async () => {
    const { here } = upstreamOf()
    if (!here) return
    const person = await newInvestor(upstreamOf())
    const partner = await newInvestor(upstreamOf(), { inviter: person.login })
    await topUp(upstreamOf(), partner, '1000')
    const opening = { planId: 'breeze', currency: 'USDT', amount: '1000' }
    const { deposit } = await ask(contract.deposits.create, opening, partner)
    await here.db.execute(sql`update deposits set started_at = started_at - interval '24 hours',
      next_accrual_at = next_accrual_at - interval '24 hours' where id = ${deposit.id}`)
    const matching = async () => (await ask(contract.user.bonus, {}, person)).accruals.matching
    expect(await matching()).toBe('0')

    const by = await signIn(upstreamOf(), 'operator')
    const { value: before } = (await ask(contract.settings.get, { key: 'ranks' })) as {
      value: { rank: string }[]
    }
    const raised = before.map((one) => (one.rank === 'spark' ? { ...one, percent: '7' } : one))
    try {
      await ask(contract.operator.editSetting, { key: 'ranks', value: raised }, by)
      // 11.1 a day: 5 % of the day before the change, 7 % of the next day
      expect(await matching()).toBe('0.555')
      await ask(contract.demo.clock, { days: 1 }, person)
      expect(await matching()).toBe('1.332')
    } finally {
      await ask(contract.operator.editSetting, { key: 'ranks', value: before }, by)
    }
  })

  it('list an investor’s statistics by day', async () => {
    const sending = await signIn(upstreamOf(), 'investor')
    const usual = await ask(contract.user.statistics, {}, sending)
    expect(usual.series).toHaveLength(30)
    const whole = await ask(contract.user.statistics, { days: 400 }, sending)
    expect(whole.series).toHaveLength(400)
    expect(whole.series.slice(-30)).toEqual(usual.series)
    const balance = await ask(contract.user.balance, {}, sending)
    const worth = Number(whole.series.at(-1)!.balance) + Number(whole.series.at(-1)!.balance_dep)
    expect(worth).toBeCloseTo(Number(balance.totalInUsdt), 4)
  })

  it.each(['ru', 'en'] as const)('list the news, in %s', async (language) => {
    const { items, total } = await ask(contract.content.news, { limit: 100 }, { language })
    expect(total).toBeGreaterThanOrEqual(6)
    const times = items.map(({ publishedAt }) => publishedAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(items.filter(({ top }) => top).length).toBeGreaterThanOrEqual(1)
    const { id, title } = items[0]!
    const one = await ask(contract.content.newsItem, { id }, { language })
    expect(one).toMatchObject({ id, title })
    expect(one.body).toMatch(/<p>/)
    expect(/[а-яё]/i.test(one.title)).toBe(language === 'ru')
  })
}
