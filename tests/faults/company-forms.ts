import { sql } from 'drizzle-orm'
import { newInvestor, topUp } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { textsOf } from '../support/texts'
import { type ChangingForm, type OwnLane, amountOf, count, filledIn, hasFlash } from './changing-form'

/** What the company does: its operator, and whoever plays it in a demonstration. */

const say = textsOf('en')

export const demoClockForm: ChangingForm<OwnLane> = {
  name: 'days of the demonstration',
  call: { method: 'POST', path: /^\/api\/ext\/demo\/clock$/ },
  key: null,
  perAccount: 40,
  prepare: async (lane) =>
    String(await count(lane, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)),
  fill: filledIn('/demo/clock', 'id="clock-days"', () => ({ days: '1' })),
  effects: async (lane) =>
    (await count(lane, sql`select coalesce(max(offset_days), 0) as count from demo_clock`)) -
    Number(lane.subject),
  isDone: hasFlash('common:flash.clockMoved'),
}

export const companyForms: ChangingForm<OwnLane>[] = [
  {
    name: 'transfer of a top-up',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/refills\/[^/]+\/pay$/ },
    key: null,
    perAccount: 20,
    async prepare(lane) {
      // Accounts that have never paid may take a limited number of addresses together.
      if (lane.cell === 0) await topUp(lane.investor, '100')
      const { id } = await lane.investor.ask('POST', '/funds/refills', {
        ...{ system: 'usdt-trc20', amount: amountOf(lane) },
      })
      return id as string
    },
    fill: (lane) =>
      filledIn(`/cabinet/top-up/${lane.subject}`, `action="/demo/refills/${lane.subject}/pay"`)(lane),
    effects: (lane) =>
      count(lane, sql`select count(*) from refills where id = ${lane.subject} and status = 'topped_up'`),
    isDone: ({ text }) => text.includes(say('common:status.refill.topped_up')),
    isUndone: ({ text }) => text.includes(say('common:status.refill.pending')),
  },
  {
    name: 'decision on a withdrawal',
    call: { method: 'POST', path: /^\/api\/ext\/demo\/payments\/[^/]+\/decide$/ },
    key: null,
    perAccount: 20,
    async prepare({ investor }) {
      await topUp(investor, '100')
      return newPayment(investor, '50')
    },
    async fill(lane) {
      const filled = await filledIn(`/cabinet/withdrawals/${lane.subject}`, 'id="decide"')(lane)
      return { ...filled, values: { decision: 'complete' } }
    },
    effects: (lane) =>
      count(lane, sql`select count(*) from payments where id = ${lane.subject} and status = 'completed'`),
    // While it is open, its page has the form of the decision.
    isDone: ({ url, $ }) => url.pathname.startsWith('/cabinet/withdrawals/') && $('#decide').length === 0,
    isUndone: ({ $ }) => $('#decide').length > 0,
  },
  {
    name: 'rewards that are taken back',
    call: { method: 'POST', path: /^\/api\/ext\/operator\/links\/[^/]+\/[^/]+\/take-back$/ },
    key: 'upstream',
    reader: 'operator',
    showsOutcome: true,
    perAccount: 40,
    async prepare({ product: { backendUrl, db } }) {
      const inviter = await newInvestor(backendUrl)
      const partner = await newInvestor(backendUrl, { usdt: '300', inviter: inviter.login })
      await partner.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
      const ids = [inviter, partner].map(async ({ login }) => {
        const { rows } = await db.execute<{ id: string }>(sql`select id from users where login = ${login}`)
        return rows[0]!.id
      })
      return (await Promise.all(ids)).join('~')
    },
    fill: (lane) =>
      filledIn(`/operator/links/${lane.subject}`, 'name="reason"', () => ({ reason: 'One person' }))(lane),
    effects: ({ subject, ...lane }) =>
      count(
        { subject, ...lane },
        sql`select count(*) from reward_blocks where user_id || '~' || partner_id = ${subject}`,
      ),
    // A pair that is decided has no form any more.
    isDone: ({ url, status, $ }) =>
      url.pathname.startsWith('/operator/links/') && status !== 404 && $('main textarea').length === 0,
    isUndone: ({ status, $ }) => status === 200 && $('main textarea').length > 0,
  },
]
