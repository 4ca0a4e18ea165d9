import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { keyedErrors } from '~/contract/call-errors'
import { type ErrorCode, Problem, generalErrors } from '~/contract/errors'
import { users } from '../../backend/db/schema/users'
import { accountRefusals } from './account-refusals'
import { ask } from './client'
import { factorRefusals } from './factor-refusals'
import { keyedRefusals } from './keyed-refusals'
import { moneyRefusals } from './money-refusals'
import { approvalRefusals } from './approval-refusals'
import { batchRefusals } from './batches'
import { operatorRefusals } from './operator-refusals'
import { partnerRefusals } from './partner-refusals'
import { passkeyRefusals } from './passkey-refusals'
import { newInvestor, register, signIn } from './people'
import { peopleRefusals } from './people-refusals'
import { personalRefusals } from './personal-refusals'
import { safetyRefusals } from './safety-refusals'
import { recordRefusals } from './refusals'
import { widgetFields } from '../support/telegram'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Provokes every error code of every call: the contract's status and code, the text in the reader's language,
 * and the request id. The last test checks that no code of a call or of its idempotency key was left out.
 * `access.test.ts` covers the access errors of all calls.
 */
describe.each(upstreamsFor('errors'))('refusals of the %s upstream', (where) => {
  let upstream: TestUpstream
  const refusals = recordRefusals(() => upstream)
  const { refused, provoked } = refusals

  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  accountRefusals(refusals)
  moneyRefusals(refusals)
  keyedRefusals(refusals)
  factorRefusals(refusals)
  passkeyRefusals(refusals)
  operatorRefusals(refusals)
  approvalRefusals(refusals)
  batchRefusals(refusals)
  personalRefusals(refusals)
  partnerRefusals(refusals)
  safetyRefusals(refusals)
  peopleRefusals(refusals)

  it('the wrong caller', async () => {
    await refused('unauthorized', contract.user.balance)
    await refused('unauthorized', contract.user.balance, {}, { token: 'made-up' })
    await refused('phone_unconfirmed', contract.user.balance, {}, await register(upstream))
    await refused('forbidden', contract.user.balance, {}, await signIn(upstream, 'operator'))
    if (!upstream.here) return
    const { login, password, token, id } = await newInvestor(upstream)
    const suspension = { suspendedAt: new Date(), suspendedReason: 'A second account of one person.' }
    await upstream.here.db.update(users).set(suspension).where(eq(users.id, id))
    const { message } = await refused('account_suspended', contract.auth.login, { login, password })
    expect(message).toBe('This account is suspended. A second account of one person.')
    await refused('account_suspended', contract.user.balance, {}, { token })
    // A caller with a wrong password does not learn that the account is suspended.
    await refused('invalid_credentials', contract.auth.login, { login, password: 'not this one' })
  })

  it('a request that does not match the contract', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${upstream.url}/api/auth/login`, { method: 'POST', body, headers: { 'content-type': type } })
    const broken = await post('{"login":')
    expect([broken.status, await codeOf(broken)]).toEqual([422, 'validation'])
    const form = await post('login=a&password=b', 'application/x-www-form-urlencoded')
    expect([form.status, await codeOf(form)]).toEqual([415, 'unsupported_file'])
    const large = await post(JSON.stringify({ login: 'a', password: 'b'.repeat(70_000) }))
    expect([large.status, await codeOf(large)]).toEqual([413, 'too_large'])
    for (const path of ['no/such/call', 'funds/refills/%zz', `funds/refills/${'i'.repeat(300)}`]) {
      const lost = await fetch(`${upstream.url}/api/${path}`)
      expect([path, lost.status, await codeOf(lost)]).toEqual([path, 404, 'not_found'])
    }
  })

  it('texts and days that no database can store: name the field', async () => {
    const person = await register(upstream)
    const login = { login: 'a\u0000b', password: 'x' }
    expect((await refused('validation', contract.auth.login, login)).fields).toHaveProperty('login')
    for (const city of ['Ni\u0000da', 'half of a pair \ud83d']) {
      const { fields } = await refused('validation', contract.user.profile, { city }, person)
      expect(fields).toHaveProperty('city')
    }
    const investor = await newInvestor(upstream)
    const search = await refused('validation', contract.refills.list, { search: '\u0000' }, investor)
    expect(search.fields).toHaveProperty('search')
    for (const list of [contract.user.operations, contract.refills.list]) {
      const { fields } = await refused('validation', list, { from: '0000-01-01' }, investor)
      expect(fields).toHaveProperty('from')
      await ask(upstream, list, { from: '0001-01-01', to: '9999-12-31' }, investor)
    }
    await refused('not_found', contract.refills.one, { id: '\u0000' }, investor)
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const answer = await fetch(`${upstream.url}/api/auth/login`, {
      method: 'POST',
      body: `{"login": "a", "password": ${deep}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(await codeOf(answer)).toBe('validation')
  })

  it('Telegram where no bot is configured', async () => {
    if (!upstream.here) return
    const whole = upstream
    upstream = await openUpstream(where, { telegramBotToken: null })
    try {
      await refused('telegram_unavailable', contract.auth.telegram, widgetFields())
      const { value } = await ask(upstream, contract.settings.get, { key: 'telegramAuthAvailable' })
      expect(value).toBe(false)
    } finally {
      await upstream.close()
      upstream = whole
    }
  })

  it('an internal failure: does not reveal what failed', async () => {
    if (!upstream.here) return
    const { db } = upstream.here
    await db.execute(sql`alter table plans rename to plans_gone`)
    const problem = await refused('internal', contract.settings.plans)
    await db.execute(sql`alter table plans_gone rename to plans`)
    expect(JSON.stringify(problem)).not.toMatch(/plans|select|relation/)
  })

  it('all refusals that the contract names were provoked', () => {
    const inPlace = new Set<ErrorCode>([
      'code_not_sent',
      'code_expired',
      'account_suspended',
      'password_reset_required',
      'withdrawals_frozen',
      'withdrawals_stopped',
      'link_expired',
      'telegram_invalid',
      'telegram_unavailable',
      'amount_above_max',
      'verification_required',
      'password_not_set',
      'second_factor_required',
      'step_up_required',
      'factor_limit',
      'in_progress',
      'internal',
      'approver_not_independent',
      'proposal_expired',
      'batch_changed',
      'network_quota',
      'upload_quota',
      'storage_full',
    ])
    const isHeld = (code: ErrorCode) => upstream.here !== null || !inPlace.has(code)
    const missing = calls
      .flatMap(([id, call]) =>
        [...call.errors, ...(call.keyed ? keyedErrors : [])].map((code) => [id, code] as const),
      )
      .filter(([id, code]) => isHeld(code) && !provoked.has(`${id} ${code}`))
    expect(missing).toEqual([])
    const seen = new Set([...provoked].map((pair) => pair.split(' ')[1]))
    expect(generalErrors.filter((code) => isHeld(code) && !seen.has(code))).toEqual([])
  })
})

async function codeOf(response: Response): Promise<string | undefined> {
  return Problem.parse(await response.json()).code
}
