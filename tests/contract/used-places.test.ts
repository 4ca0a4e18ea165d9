import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { notifications, outbox } from '../../backend/db/schema/notifications'
import { ask } from './client'
import { type Person, newInvestor } from './people'
import { type TestUpstream, openUpstream } from './upstream'

/** A bearer that is used elsewhere than it was issued: of which places its owner is told. */
describe('a bearer on the embedded upstream', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream('embedded')
  })
  afterAll(() => upstream.close())

  const chrome =
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const home = { 'user-agent': chrome, 'x-forwarded-for': '198.51.100.7' }
  async function atHome(): Promise<Person> {
    const person = await newInvestor(upstream)
    const { login, password } = person
    const { refreshToken: token } = await ask(
      upstream,
      contract.auth.login,
      { login, password },
      { headers: home },
    )
    return { ...person, token }
  }
  const use = ({ token }: Person, headers: Record<string, string>) =>
    ask(upstream, contract.user.balance, {}, { token, headers: { ...home, ...headers } })
  const elsewhereOf = async ({ id }: Person) => {
    await upstream.here!.answered()
    const rows = await upstream.here!.db.select().from(notifications).where(eq(notifications.userId, id))
    return rows.filter(({ kind }) => kind === 'session_elsewhere').map(({ values }) => values)
  }

  it.each([
    ['at home', {}],
    ['in another network of the same provider', { 'x-forwarded-for': '198.51.7.9' }],
    ['with a newer version of the browser', { 'user-agent': chrome.replace('140', '141') }],
  ])('is used %s without a word', async (_where, headers) => {
    const person = await atHome()
    await use(person, headers)
    expect(await elsewhereOf(person)).toEqual([])
  })

  it('that is used in another region or browser is told to its owner, once for each, by mail too', async () => {
    const person = await atHome()
    const abroad = { 'x-forwarded-for': '203.0.113.9' }
    await Promise.all(Array.from({ length: 5 }, () => use(person, abroad)))
    await use(person, { ...abroad, 'user-agent': chrome.replace('140', '139') })
    expect(await elsewhereOf(person)).toMatchObject([{ device: 'Chrome, Windows', address: '203.0.113.9' }])
    await use(person, { 'x-forwarded-for': '2001:db8:1::1' })
    await use(person, { 'x-forwarded-for': '2001:db8:ffff::1' })
    await use(person, { 'user-agent': 'curl/8.5.0' })
    expect(await elsewhereOf(person)).toHaveLength(3)
    const mails = await upstream.here!.db.select().from(outbox).where(eq(outbox.userId, person.id))
    expect(mails.filter(({ kind }) => kind === 'session_elsewhere')).toHaveLength(3)
  })

  it('that is used where the account was signed in to is not told, until that is ninety days ago', async () => {
    const person = await atHome()
    const { login, password } = person
    const office = { ...home, 'x-forwarded-for': '203.0.113.9' }
    await ask(upstream, contract.auth.login, { login, password }, { headers: office })
    await use(person, office)
    expect(await elsewhereOf(person)).toEqual([])
    const other = await atHome()
    await ask(upstream, contract.auth.login, { login: other.login, password }, { headers: office })
    await upstream.here!.db.execute(
      sql`update tokens set last_used_at = last_used_at - interval '91 days' where user_id = ${other.id} and address = '203.0.113.9'`,
    )
    await use(other, office)
    expect(await elsewhereOf(other)).toHaveLength(1)
  })
})
