import {
  bitcoinWallet,
  demoAdmin,
  demoOperator,
  knownInvestor,
  newInvestor,
  topUp,
  tronWallet,
} from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { otherPlainLanguages } from '../support/reading-modes'
import { addAuthenticator } from '../support/second-factor'
import { textsOf } from '../support/texts'
import { type WatchedProduct } from '../support/watched'
import { type Answer, type Visitor, openVisitor, rowsOf, signedIn } from '../support/visitor'

/** Investors as an operator finds them, reads about them and changes their accounts, without scripts. */

/** An operator's browser, signed in. */
async function operatorAt(
  { url }: Pick<WatchedProduct, 'url'>,
  lng: 'ru' | 'en' = 'en',
  who: typeof demoAdmin = demoOperator,
) {
  const visitor = openVisitor(url, lng)
  await visitor.press(await visitor.visit('/login'), 'name="password"', who)
  return visitor
}

/** The text of one section of the investor's page. */
const partOf = (page: Answer, id: string) =>
  page.textOf(`section:is([aria-labelledby="${id}"], :has(> * > #${id}))`)

for (const lng of otherPlainLanguages)
  test(`an investor is found by what identifies them, and everything about them is on one page, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const { payment } = (await investor.ask('POST', '/funds/payments', {
      ...{ system: 'usdt-trc20', amount: '200', wallet: tronWallet },
    })) as { payment: { id: string } }
    const visitor = await operatorAt(stack, lng)
    const list = await visitor.visit('/operator/investors')
    const rowOf = async (search: string) => {
      const found = await visitor.press(list, 'name="search"', { search })
      return (
        rowsOf(found)
          .find((cells) => cells.join(' ').includes(investor.login))
          ?.join(' ') ?? ''
      )
    }
    const foundBy = (find: 'email' | 'phone' | 'wallet' | 'reference') =>
      say('investors:list.found', { by: say(`investors:find.${find}`) })
    expect(await rowOf(investor.login.toUpperCase())).toContain(investor.email)
    expect(await rowOf(investor.phone)).toContain(foundBy('phone'))
    expect(await rowOf(payment.id)).toContain(foundBy('reference'))
    expect(await rowOf(tronWallet)).toContain(foundBy('wallet'))
    expect(await rowOf(bitcoinWallet)).toBe('')

    const none = await visitor.press(list, 'name="search"', { search: 'nobody-is-called-so' })
    expect(none.text).toContain(say('investors:list.empty'))

    const found = await visitor.press(list, 'name="search"', { search: investor.email })
    const page = await visitor.follow(found, investor.login)
    expect(page.textOf('h1')).toBe(investor.login)
    expect(partOf(page, 'accounts')).toMatch(/USDT 500.* 0.* 200/)
    expect(partOf(page, 'operations')).toContain(say('common:operation.payment'))
    expect(partOf(page, 'payments')).toContain(say('common:status.payment.pending'))
    expect(partOf(page, 'refills')).toContain(say('common:status.refill.topped_up'))
    expect(partOf(page, 'person')).toContain(investor.phone)
    expect(page.links(`/operator/withdrawals/${payment.id}`)).toHaveLength(1)
    const leads = page.$(`nav[aria-label="${say('investors:case.onThisPage')}"] a`).toArray()
    expect(leads.length).toBeGreaterThan(10)
    for (const { attribs } of leads) expect(page.$(attribs['href']), attribs['href']).toHaveLength(1)
  })

test('a search among some investors stays among them, in their order, and so does another state', async ({
  stack,
}) => {
  const say = textsOf('en')
  const visitor = await operatorAt(stack)
  const inviter = await newInvestor(stack.backendUrl)
  const id = (await pageOf(visitor, inviter.login)).split('/').at(-1)!
  const filters = { inviter: id, sort: 'login', sortDir: 'desc' }
  const list = await visitor.visit(
    `/operator/investors?${String(new URLSearchParams({ ...filters, state: 'suspended', page: '1' }))}`,
  )
  const found = await visitor.press(list, 'name="search"', { search: 'kelp' })
  expect(Object.fromEntries(found.url.searchParams)).toEqual({
    ...{ ...filters, state: 'suspended', search: 'kelp' },
  })
  expect(found.text).toContain(say('investors:list.ofInviter', { login: inviter.login }))
  const frozen = await visitor.follow(found, say('investors:list.frozen'))
  expect(Object.fromEntries(frozen.url.searchParams)).toEqual({ ...filters, state: 'frozen', search: 'kelp' })
  const all = await visitor.follow(found, say('investors:list.all'))
  expect(Object.fromEntries(all.url.searchParams)).toEqual({ ...filters, search: 'kelp' })
  // An address without filters gets none.
  const plain = await visitor.press(await visitor.visit('/operator/investors'), 'name="search"', {
    search: 'kelp',
  })
  expect(plain.url.search).toBe('?search=kelp')
})

test('an account that is none of an investor has no page', async ({ stack }) => {
  const visitor = await operatorAt(stack)
  expect((await visitor.visit('/operator/investors/nobody')).status).toBe(404)
  const investor = await newInvestor(stack.backendUrl)
  const own = await signedIn(stack.url, investor)
  for (const path of ['/operator/investors', '/operator/investors/nobody'])
    expect((await own.visit(path)).status, path).toBe(404)
})

/** The address of an investor's page. */
async function pageOf(visitor: Visitor, login: string): Promise<string> {
  const found = await visitor.visit(`/operator/investors?search=${login}`)
  return found.links('/operator/investors/')[0] ?? ''
}

for (const lng of otherPlainLanguages)
  test(`a suspended investor reads exactly what the check page showed, and is back once restored, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const inEnglish = textsOf('en')
    const investor = await newInvestor(stack.backendUrl)
    const own = await signedIn(stack.url, investor, 'en')
    const visitor = await operatorAt(stack, lng)
    const address = await pageOf(visitor, investor.login)

    const form = await visitor.follow(await visitor.visit(address), say('investors:do.suspend'))
    const silent = await visitor.press(form, 'name="reason"', { reason: ' ' })
    expect(silent.refused.problems).toEqual([say('refusals:code.required')])
    const reason = 'Two accounts of one person <b>.'
    const check = await visitor.press(form, 'name="reason"', { reason })
    const [atSignIn = '', byMessage = ''] = check
      .$('main blockquote')
      .toArray()
      .map((quote) => check.$(quote).text())
    expect(atSignIn).toBe(inEnglish('refusals:code.account_suspended', { reason }))
    expect(byMessage).toContain(reason)
    // Nothing has happened yet.
    expect((await own.visit('/cabinet')).url.pathname).toBe('/cabinet')

    const again = await visitor.press(check, say('common:action.back'))
    expect(again.typed('reason')).toBe(reason)
    const done = await visitor.press(check, 'id="confirm"')
    expect(done.url.pathname).toBe(address)
    expect(done.html).toContain(say('flash:accountSuspended'))
    expect(partOf(done, 'records')).toContain(reason)
    expect(partOf(done, 'messages')).toContain(investor.email)

    const elsewhere = openVisitor(stack.url, 'en')
    const { login, password } = investor
    const refused = await elsewhere.press(await elsewhere.visit('/login'), 'name="password"', {
      ...{ login, password },
    })
    expect(refused.text).toContain(atSignIn)

    // The same post once more finds it done.
    expect((await visitor.press(check, 'id="confirm"')).url.pathname).toBe(address)
    const restore = await visitor.follow(done, say('investors:do.restore'))
    const restored = await visitor.press(restore, 'name="reason"', { reason: 'One of them is closed.' })
    expect(restored.html).toContain(say('flash:accountRestored'))
    const back = await signedIn(stack.url, investor, 'en')
    expect((await back.visit('/cabinet/notifications')).text).toContain(byMessage.slice(0, 60))
  })

/** An investor with 100 USDT whose balance an operator is about to correct. */
async function beforeCorrection(stack: WatchedProduct, lng: 'ru' | 'en') {
  const say = textsOf(lng)
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  const visitor = await operatorAt(stack, lng)
  const address = await pageOf(visitor, investor.login)
  return {
    ...{ say, investor, visitor, address },
    openForm: async () => visitor.follow(await visitor.visit(address), say('investors:do.correct')),
    balance: async () => (await investor.ask('GET', '/user/balance'))['balance'],
  }
}

for (const lng of otherPlainLanguages)
  test(`a correction shows the balance before and after, and the investor reads its reason, in ${lng}`, async ({
    stack,
  }) => {
    const { say, investor, visitor, address, openForm, balance } = await beforeCorrection(stack, lng)
    const form = await openForm()
    const correction = { direction: 'debit', currency: 'USDT', amount: '100.01', reason: 'Credited twice.' }
    const tooMuch = await visitor.press(form, 'name="amount"', correction)
    expect(tooMuch.refused.problems).toEqual([say('refusals:code.insufficient_funds')])
    expect(tooMuch.typed('reason')).toBe(correction.reason)

    const check = await visitor.press(form, 'name="amount"', { ...correction, amount: '30.5' })
    expect(check.text).toMatch(/100[.,]00.*69[.,]50/)
    const [reads = ''] = check
      .$('main blockquote')
      .toArray()
      .map((quote) => check.$(quote).text())
    expect(await balance()).toBe('100')
    expect(check.$('form#confirm button').text()).toMatch(
      new RegExp(`^${say('investors:correct.actDebit')}\u00A0· 30[.,]50\u00A0USDT$`),
    )
    // A top-up that arrives in between changes the figures, so they are shown again.
    await topUp(investor, '20')
    const changed = await visitor.press(check, 'id="confirm"')
    expect(changed.text).toContain(say('investors:change.changed'))
    const done = await visitor.press(changed, 'id="confirm"')
    expect(done.html).toContain(say('flash:balanceCorrected'))
    expect(await balance()).toBe('89.5')
    // A second press moves nothing.
    await visitor.press(changed, 'id="confirm"')
    expect(await balance()).toBe('89.5')
    expect(partOf(done, 'operations')).toContain('Credited twice.')
    expect(partOf(done, 'records')).toContain('Credited twice.')

    const trail = await visitor.visit(
      `/operator/audit?kind=correction&search=${encodeURIComponent('-30.5 USDT')}`,
    )
    expect(trail.text).toContain(
      `${say('operators:audit.kind.correction')}: ${say('operators:audit.verb.debit')}`,
    )
    expect(trail.links(address)).toHaveLength(1)

    const own = await signedIn(stack.url, investor, 'en')
    const statement = await own.visit('/cabinet/operations?type=correction')
    expect(rowsOf(statement, 0).map((cells) => cells.join(' '))).toEqual([
      expect.stringMatching(/^Correction Credited twice\..*30\.50.*89\.50/),
    ])
    expect((await own.visit('/cabinet/notifications')).text).toContain(reads)
  })

for (const lng of otherPlainLanguages)
  test(`a correction that was made minutes ago is named, and made again only with a tick, in ${lng}`, async ({
    stack,
  }) => {
    const { say, visitor, address, openForm, balance } = await beforeCorrection(stack, lng)
    const correction = {
      ...{ direction: 'debit', currency: 'USDT', amount: '30' },
      reason: 'Credited twice:\r\n"by hand"  & by itself.',
    }
    const review = async (values: Record<string, string>) =>
      visitor.press(await openForm(), 'name="amount"', values)
    const first = await review(correction)
    expect(first.html).not.toContain('name="again"')
    expect((await visitor.press(first, 'id="confirm"')).html).toContain(say('flash:balanceCorrected'))
    expect(await balance()).toBe('70')

    for (const other of [{ amount: '31' }, { reason: 'Another one.' }, { direction: 'credit' }])
      expect((await review({ ...correction, ...other })).html).not.toContain('name="again"')
    const same = await review(correction)
    expect(same.text).toContain(
      say('refusals:duplicate.of.correction', { when: say('refusals:duplicate.now') }),
    )
    const see = same.$('form#confirm [role=alert] a')
    expect([see.attr('href'), see.text()]).toEqual([address, say('refusals:duplicate.see')])
    const unticked = await visitor.press(same, 'id="confirm"')
    expect(unticked.refused.problems).toEqual([say('refusals:duplicate.untick')])
    expect(await balance()).toBe('70')
    const done = await visitor.press(unticked, 'id="confirm"', { again: unticked.value('again') })
    expect(done.html).toContain(say('flash:balanceCorrected'))
    expect(await balance()).toBe('40')
  })

test('sessions that an operator ends are over at once, and the owner is told', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  const own = await signedIn(stack.url, investor, 'en')
  const visitor = await operatorAt(stack)
  const page = await visitor.visit(await pageOf(visitor, investor.login))
  const form = await visitor.follow(page, say('investors:do.end-sessions'))
  const reads = form.$('main blockquote').text()
  const done = await visitor.press(form, 'name="reason"', { reason: 'Asked for by phone.' })
  expect(done.html).toContain(say('flash:sessionsEnded'))
  expect(partOf(done, 'sessions')).toContain(say('investors:case.none'))
  expect(partOf(done, 'activity')).toContain(say('activity:company'))
  expect((await own.visit('/cabinet')).url.pathname).toBe('/login')
  const again = await signedIn(stack.url, investor, 'en')
  expect((await again.visit('/cabinet/notifications')).text).toContain(reads)
})

test('a frozen account withdraws again, and lost factors are removed, after a reason', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  await addAuthenticator(investor)
  const visitor = await operatorAt(stack)
  const address = await pageOf(visitor, investor.login)
  const page = await visitor.visit(address)
  expect(partOf(page, 'factors')).toContain('Phone')
  const form = await visitor.follow(page, say('investors:do.remove-factors'))
  const planned = await visitor.press(form, 'name="reason"', { reason: 'Recognised by the passport.' })
  expect(planned.html).toContain(say('flash:factorRemovalPlanned'))
  expect(planned.links(`${address}/remove-factors`)).toEqual([])

  const { items } = (await investor.ask('GET', '/notification')) as { items: { id: string }[] }
  await investor.ask('POST', `/ext/notifications/${items[0]!.id}/not-me`)
  const frozen = await visitor.visit(address)
  expect(frozen.text).toContain(say('investors:case.frozenText'))
  const unfreeze = await visitor.follow(frozen, say('investors:do.unfreeze'))
  const opened = await visitor.press(unfreeze, 'name="reason"', { reason: 'Spoken with the owner.' })
  expect(opened.html).toContain(say('flash:withdrawalsOpened'))
  expect(opened.text).not.toContain(say('investors:case.frozenText'))
  expect(partOf(opened, 'notifications')).toContain('lifts the stop of withdrawals')
})

test('a page that was opened about an earlier suspension takes back no later one', async ({ stack }) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  const visitor = await operatorAt(stack)
  const address = await pageOf(visitor, investor.login)
  const press = (form: Answer, reason: string, by = visitor) => by.press(form, 'name="reason"', { reason })
  const colleague = await operatorAt(stack, 'en', demoAdmin)
  const byColleague = async (change: string, reason: string) =>
    press(await colleague.visit(`${address}/${change}`), reason, colleague)

  async function suspend(reason: string) {
    await colleague.press(await byColleague('suspend', reason), 'id="confirm"')
  }
  await suspend('Two accounts.')
  const restore = await visitor.visit(`${address}/restore`)
  await byColleague('restore', 'One is closed.')
  await suspend('A court wants it.')
  const late = await press(restore, 'Spoken with the owner.')
  expect(late.refused.problems).toEqual([say('refusals:code.changed_meanwhile')])
  expect(late.typed('reason')).toBe('Spoken with the owner.')
  expect((await visitor.visit(address)).links(`${address}/restore`)).toHaveLength(1)
  // Pressed once more, it is meant.
  expect((await press(late, 'The court is done.')).html).toContain(say('flash:accountRestored'))
})

test('operators write to each other about an investor, who never reads it and is not given it', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl)
  const visitor = await operatorAt(stack)
  const found = await visitor.visit(`/operator/investors?search=${investor.login}`)
  const page = await visitor.follow(found, investor.login)
  expect(partOf(page, 'notes')).toContain(say('cases:note.none'))
  const empty = await visitor.press(page, 'name="text"', { text: ' ' })
  expect(empty.refused.problems).toEqual([say('refusals:code.required')])
  const text = 'Has a <twin>: ask for the phrase.'
  const noted = await visitor.press(empty, 'name="text"', { text })
  expect(noted.text).toContain(say('flash:noteAdded'))
  await visitor.press(page, 'name="text"', { text })

  const colleague = openVisitor(stack.url, 'en')
  const support = { login: 'support', password: 'Demo-support-1' }
  await colleague.press(await colleague.visit('/login'), 'name="password"', support)
  const read = await colleague.visit(page.url.pathname)
  expect(partOf(read, 'notes').split(text)).toHaveLength(2)
  expect(partOf(read, 'notes')).toContain(demoOperator.login)
  expect(partOf(read, 'records')).toContain(say('investors:record.note'))

  const data = JSON.stringify(await investor.ask('POST', '/ext/account/export', {}))
  expect(data).toContain(investor.email)
  expect(data).not.toMatch(/twin|user\.note/)
})

test('notes beyond the first page are on pages of their own, on an investor and on a case', async ({
  stack,
}) => {
  const say = textsOf('en')
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
  const { payment } = (await investor.ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  const visitor = await operatorAt(stack)
  const found = await visitor.visit(`/operator/investors?search=${investor.login}`)
  const { pathname } = new URL((await visitor.follow(found, investor.login)).url)
  const operator = await knownInvestor(stack.backendUrl, demoOperator)
  for (const [address, subject] of [
    [pathname, `investors/${pathname.split('/').at(-1)}`],
    [`/operator/withdrawals/${payment.id}`, `payments/${payment.id}`],
  ] as const) {
    for (let place = 1; place <= 21; place++)
      await operator.ask('POST', `/ext/operator/cases/${subject}/notes`, { text: `Call number ${place}.` })
    const first = await visitor.visit(address)
    expect(partOf(first, 'notes')).toContain('Call number 21.')
    expect(partOf(first, 'notes')).not.toContain('Call number 1.')
    expect(partOf(first, 'notes')).toContain(say('common:list.place', { from: 1, to: 20, total: 21 }))
    const second = await visitor.follow(first, say('common:list.next'))
    expect(second.url.pathname).toBe(address)
    expect(partOf(second, 'notes')).toContain('Call number 1.')
    expect(partOf(second, 'notes')).not.toContain('Call number 21.')
    // A note that is refused on a later page loses nothing, and one that is written is the first again.
    const empty = await visitor.press(second, 'name="text"', { text: ' ' })
    expect(empty.refused.problems).toEqual([say('refusals:code.required')])
    expect(partOf(empty, 'notes')).toContain('Call number 1.')
    const noted = await visitor.press(empty, 'name="text"', { text: 'The last call.' })
    expect(partOf(noted, 'notes')).toContain('The last call.')
    expect((await visitor.visit(`${address}?notesPage=none`)).status).toBe(200)
  }
})
