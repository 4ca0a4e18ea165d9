import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { read } from '~/upstream/answer.server'
import { plainDialect } from '~/upstream/dialect/dialect.server'
import { type Stranger, startStranger } from '../stranger/stranger'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { currentPassword, newPerson, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Answers of an upstream that names things in its own way or leaves out what the description does not name. */

const say = textsOf('en')

describe('on an upstream written from the description alone', () => {
  let stranger: Stranger
  let app: RunningApp
  let investor: Visitor

  beforeAll(async () => {
    stranger = await startStranger({ deviations: ['users-phone-confirmed'] })
    app = await startAppOn(stranger.url, { env: { DEMO: '0' } })
    investor = await signedIn(app.url, stranger.investor, 'en')
  })
  afterAll(async () => {
    await app.stop()
    await stranger.close()
  })

  describe('wallets, which name their system by its title', () => {
    const path = '/cabinet/settings/payment-systems'
    const addressesIn = async () => {
      const page = await investor.visit(path)
      return page
        .$('main input[name$=".address"]')
        .toArray()
        .map(({ attribs }) => attribs['value'] ?? '')
    }
    const saved = () => stranger.state.users.find(({ login }) => login === stranger.investor.login)!.wallets

    it('stand in the form as they are saved', async () => {
      expect((await addressesIn()).filter(Boolean).sort()).toEqual([...saved().values()].sort())
    })

    it('are offered for a withdrawal', async () => {
      const { text } = await investor.visit('/cabinet/withdrawals/new')
      for (const address of saved().values()) expect(text).toContain(address.match(/.{1,4}/g)!.join(' '))
    })

    it('are changed and removed', async () => {
      const before = await addressesIn()
      const at = before.findIndex(Boolean)
      const name = `wallets[${at}].address`
      const changed = await investor.submit(await investor.visit(path), `name="${name}"`, {
        [name]: tronWallet,
      })
      expect(changed.text).toContain(say('flash:dataUpdated'))
      expect((await addressesIn())[at]).toBe(tronWallet)
      await investor.submit(await investor.visit(path), `name="${name}"`, { [name]: '' })
      expect((await addressesIn())[at]).toBe('')
      expect([...saved().values()]).not.toContain(tronWallet)
    })

    it('that are accepted and not stored are no success', async () => {
      stranger.answerNext('PATCH', '/user-data/wallets/update', { status: 204 })
      const page = await investor.visit(path)
      const free = (await addressesIn()).findIndex((address) => address === '')
      const name = `wallets[${free}].address`
      const answer = await investor.submit(page, `name="${name}"`, { [name]: tronWallet })
      expect(answer.text).not.toContain(say('flash:dataUpdated'))
      expect(answer.text).toContain(say('refusals:fallback.editing'))
    })
  })

  it('a registration whose sign-in is refused leads to the sign-in, and says that it succeeded', async () => {
    const { login, email, phone } = newPerson()
    stranger.answerNext('POST', `/auth/register/${login}`, { status: 201, body: {} })
    stranger.answerNext('POST', '/auth/login', {
      status: 403,
      body: { message: 'Confirm your e-mail first' },
    })
    const visitor = openVisitor(app.url, 'en')
    const values = { login, email, phone, password: currentPassword, passwordRepeat: currentPassword }
    const answer = await visitor.submit(await visitor.visit('/register'), 'name="passwordRepeat"', values)
    expect(answer.url.pathname).toBe('/login')
    expect(answer.text).toContain(say('flash:registered'))
    expect(answer.$('[name="login"]').attr('value')).toBe(login)
  })

  it('an e-mail address can be registered as the login, and signs in', async () => {
    const { email, phone } = newPerson()
    const visitor = openVisitor(app.url, 'en')
    const values = { login: email, email, phone, password: currentPassword, passwordRepeat: currentPassword }
    const answer = await visitor.submit(await visitor.visit('/register'), 'name="passwordRepeat"', values)
    expect(answer.text).toContain(say('flash:registered'))
    expect(stranger.state.users.map(({ login }) => login)).toContain(email)
    const again = openVisitor(app.url, 'en')
    const login = await again.submit(await again.visit('/login'), 'name="password"', {
      login: email,
      password: currentPassword,
    })
    expect(login.text).toContain(say('flash:signedIn'))
  })

  it('an operation without a currency stands in the statement', async () => {
    const row = { type: 'deposit', amount: '-12.5', status: 'completed', date: '2026-11-01T10:00:00Z' }
    stranger.answerNext('GET', '/user/operations/', { status: 200, body: [row] })
    const rows = rowsOf(await investor.visit('/cabinet/operations'), 0)
    expect(rows.map((cells) => cells.join(' ')).join('\n')).toContain('12.5')
  })

  it('a withdrawal without an id has no page, so the list shows its wallet and when it was sent', async () => {
    const page = await investor.visit('/cabinet/withdrawals')
    const heads = page
      .$('main th')
      .toArray()
      .map((head) => page.$(head).text())
    expect(heads).toEqual(
      expect.arrayContaining([
        say('cabinet:withdrawals.one.wallet'),
        say('cabinet:withdrawals.one.withdrawnAt'),
      ]),
    )
    const { payments } = stranger.state
    const sent = payments.find(({ withdrawalDate }) => withdrawalDate)!
    expect(
      rowsOf(page)
        .flat()
        .map((cell) => cell.replaceAll(' ', '')),
    ).toContain(sent.wallet)
  })

  it('partners further away than the third level are in the list', async () => {
    stranger.answerNext('GET', '/user/referrals', { status: 200, body: [{ login: 'far', level: 4 }] })
    const rows = rowsOf(await investor.visit('/cabinet/referrals'))
    expect(rows.flat()).toEqual(expect.arrayContaining(['far', '4']))
  })

  describe('a statement with signed amounts', () => {
    const row = { account: 'balance', currency: 'USDT', status: 'completed', reference: null }
    const rows = [
      { ...row, id: 3, type: 'payment', amount: '-12.50', date: '2026-11-03T10:00:00Z' },
      { ...row, id: 2, type: 'refill', amount: 40.25, direction: 'credit', date: '2026-11-02T10:00:00Z' },
      { ...row, id: 1, type: 'deposit_open', amount: -7.5, direction: 'debit', date: '2026-11-01T10:00:00Z' },
    ]

    it('has each amount once with its sign, in the page and in its file', async () => {
      stranger.answerNext('GET', '/user/operations/', { status: 200, body: rows })
      const page = (await investor.visit('/cabinet/operations')).text
      expect(page).toContain('−12.50')
      expect(page).toContain('−7.50')
      expect(page).toContain('+40.25')
      stranger.answerNext('GET', '/user/operations/', { status: 200, body: rows })
      const { html: file } = await investor.visit('/cabinet/operations.csv')
      expect(file).toMatch(/[^-\d.]-12\.50[^\d]/)
      expect(file).toMatch(/[^-\d.]-7\.5[^\d]/)
      expect(file).toMatch(/[^-\d.]40\.25[^\d]/)
    })
  })
})

describe('an answer', () => {
  const readAs = (call: Call, body: string) =>
    read(
      { id: 'call', call, requestId: 'r' },
      { status: 200, headers: {}, body: Buffer.from(body) },
      { timeZone: 'UTC', input: {}, dialect: plainDialect, own: {} },
    )

  it('may name systems alone, or without their currencies', () => {
    const { items } = readAs(contract.settings.paymentSystems, '[{"id":1,"name":"USDT TRC-20"},"BTC"]') as {
      items: { id: string; currency: string }[]
    }
    expect(items.map(({ id, currency }) => [id, currency])).toEqual([
      ['1', 'USDT'],
      ['BTC', 'BTC'],
    ])
  })

  it.each([
    ['user.bonus', contract.user.bonus, '{"rank":"Spark","bonus":5,"currency":"EUR"}'],
    ['user.statistics', contract.user.statistics, '{"referral":5,"currency":"EUR"}'],
  ])('of %s in another currency than USDT is not read as USDT', (_, call, body) => {
    expect(() => readAs(call, body)).toThrow('bad_upstream')
  })

  it('may begin with a byte order mark', () => {
    expect(readAs(contract.user.referral, '\uFEFF{"exists":true}')).toMatchObject({ exists: true })
  })

  it('of one of the news may be without a body', () => {
    expect(readAs(contract.content.newsItem, '{"id":1,"title":"Tide"}')).toMatchObject({ body: '' })
  })
})
