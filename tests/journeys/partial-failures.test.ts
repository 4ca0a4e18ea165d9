import { expect, journeysOn } from '../support/in-process-faulty-journey'
import { demoInvestor, demoOperator, newInvestor, tronWallet } from '../support/investor'
import { textsOf } from '../support/texts'
import { openVisitor, rowsOf, signedIn } from '../support/visitor'

/**
 * Pages of several parts over an upstream with failing calls: working parts are shown, failed parts are
 * reported or left out, and no figure is made up.
 */

const test = journeysOn({ env: { UPSTREAM_TIMEOUT_GET_MS: '3000' } })

const get = (path: RegExp) => ({ method: 'GET', path })

test.describe('the overview', () => {
  const say = textsOf('en')
  const parts = [
    { fails: /\/user\/balance/, lacks: ['accounts'] },
    { fails: /\/user\/statistics/, lacks: ['accounts'] },
    { fails: /\/funds\/deposits/, lacks: ['deposits', 'week.title'] },
    { fails: /\/user\/operations/, lacks: ['operations'] },
    { fails: /\/user\/exchange-rate/, lacks: ['leaders.title'] },
    { fails: /\/user\/bonus/, lacks: ['rank.title'] },
  ]
  const all = parts.flatMap(({ lacks }) => lacks)

  test('works without any one of its parts, and reports the failure in that part only', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const failed = say('cabinet:dashboard.failed')
    for (const { fails, lacks } of parts) {
      stack.faulty.fail('answers 503', get(fails))
      const page = await visitor.visit('/cabinet')
      stack.faulty.heal()
      expect(page.status).toBe(200)
      const headings = page.$('main section h2').toArray()
      for (const part of all) {
        const which = `${part} without ${fails}`
        const named = headings.filter((one) => page.$(one).text() === say(`cabinet:dashboard.${part}`))
        expect(named, which).toHaveLength(1)
        const text = page.textOf(
          `section:is([aria-labelledby="${named[0]?.attribs['id']}"], :has(> * > #${named[0]?.attribs['id']}))`,
        )
        expect(text.split(failed), which).toHaveLength(lacks.includes(part) ? 2 : 1)
        if (!lacks.includes(part)) expect(text, which).toMatch(/\d[.,]\d/)
      }
    }
  })

  test('says that the balance above the page is unknown', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    stack.faulty.fail('answers 503', get(/\/user\/balance/))
    expect((await visitor.visit('/cabinet')).textOf('body')).toContain(say('cabinet:layout.unavailable'))
  })

  test('works without several parts, whatever the upstream answers for them', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    stack.faulty.fail('answers 500 in words', get(/\/funds\/deposits/))
    stack.faulty.fail('commits, then HTML', get(/\/user\/operations/))
    const page = await visitor.visit('/cabinet')
    expect(page.status).toBe(200)
    expect(page.text.split(say('cabinet:dashboard.failed'))).toHaveLength(3 + 1)
  })

  test('redirects to sign-in when the session has ended', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    stack.faulty.fail('answers 401 in words', get(/\/user\/balance/))
    expect((await visitor.visit('/cabinet')).url.pathname).toBe('/login')
  })
})

test("a data download that can't be created redirects to its page, which says so until it can", async ({
  stack,
}) => {
  const say = textsOf('en')
  const { password: currentPassword } = demoInvestor
  const visitor = await signedIn(stack.url, demoInvestor, 'en')
  const download = async () => {
    const page = await visitor.visit('/cabinet/settings/data?stepUp=password')
    return visitor.press(page, say('security:data.downloadFile'), { currentPassword })
  }
  stack.faulty.fail('answers 503', { method: 'POST', path: /\/ext\/account\/export$/ })
  const led = await download()
  expect(led.url.pathname + led.url.search).toBe('/cabinet/settings/data?failed=1')
  expect(led.textOf('[role="alert"]')).toContain(say('refusals:fallback.any'))
  expect(led.textOf('[role="alert"]')).toContain(say('security:data.failed'))

  stack.faulty.heal()
  const file = await download()
  expect(file.headers.get('content-disposition')).toMatch(/filename="investor-[\d-]+\.json"/)
})

test.describe('the home page', () => {
  const say = textsOf('en')

  test('makes no claim without an answer of the upstream', async ({ stack }) => {
    stack.faulty.fail('answers 503', get(/./))
    const page = await openVisitor(stack.url, 'en').visit('/')
    expect(page.status).toBe(200)
    expect(page.text).toContain(say('site:home.noPlans'))
    expect(page.text).toContain(say('common:risk.warning'))
    expect(page.textOf('body')).toContain(say('common:demo.banner'))
    // Only the 24 hours of the rates' period are allowed as a figure.
    expect(page.text).not.toMatch(/(?<!\d)(?!24(?!\d))\d+/)
    expect(page.textOf('footer')).not.toContain('Tideline')
  })

  test('shows each plan with its own figures', async ({ stack }) => {
    const { $ } = await openVisitor(stack.url, 'en').visit('/')
    const plans = $('section:is([aria-labelledby="tariffs"], :has(> * > #tariffs)) li')
      .toArray()
      .map((plan) => $(plan).text())
    expect(plans).toEqual([
      expect.stringMatching(/1\.11%.*From 100\.00\sUSDT to 4,999\.99\sUSDT.*2\.22%/),
      expect.stringMatching(/2\.22%.*From 5,000\.00\sUSDT to 24,999\.99\sUSDT.*4\.44%/),
      expect.stringMatching(/3\.33%.*From 25,000\.00\sUSDT.*6\.66%/),
    ])
  })
})

test.describe('a failed secondary part', () => {
  const extensions = get(/\/settings\/extensions$/)

  test('does not hide the address and the request of a top-up', async ({ stack }) => {
    const say = textsOf('en')
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    const { id, wallet } = await investor.ask('POST', '/funds/refills', {
      system: 'usdt-trc20',
      amount: '50',
    })
    const { payment } = (await investor.ask('POST', '/funds/payments', {
      system: 'usdt-trc20',
      amount: '200',
      wallet: tronWallet,
    })) as { payment: { id: string } }
    stack.faulty.fail('answers 503', extensions)
    const toPay = await visitor.visit(`/cabinet/top-up/${id as string}`)
    const answer = await visitor.visit(`/cabinet/withdrawals/${payment.id}`)
    stack.faulty.heal()
    expect([toPay.status, answer.status]).toEqual([200, 200])
    expect(toPay.text.replace(/\s/g, '')).toContain(wallet)
    expect(answer.text).toContain('200.00 USDT')
    expect(answer.text).not.toContain(say('cabinet:withdrawals.cancel.open'))
  })

  test('does not hide the statement or the form of a top-up', async ({ stack }) => {
    const say = textsOf('en')
    const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
    const visitor = await signedIn(stack.url, investor, 'en')
    stack.faulty.fail('answers 503', get(/\/user\/balance/))
    const statement = await visitor.visit('/cabinet/operations?currency=USDT')
    expect(statement.status).toBe(200)
    expect(rowsOf(statement, 0).join()).toContain('700.00 USDT')
    expect(statement.$('option[value="USDT"][selected]')).toHaveLength(1)
    stack.faulty.heal()

    stack.faulty.fail('answers 503', get(/\/funds\/refills/))
    const topUps = await visitor.visit('/cabinet/top-up')
    stack.faulty.heal()
    expect(topUps.text).toContain(say('cabinet:dashboard.failed'))
    const answer = await visitor.submit(topUps, 'name="amount"', { system: 'usdt-trc20', amount: '60' })
    expect(answer.url.pathname).toMatch(/^\/cabinet\/top-up\/./)
  })
})

test('a case is decided on while the cases that wait with it can not be listed', async ({ stack }) => {
  const { ask } = await newInvestor(stack.backendUrl, { usdt: '60' })
  const request = { system: 'usdt-trc20', amount: '50', wallet: tronWallet }
  const { payment } = (await ask('POST', '/funds/payments', request)) as { payment: { id: string } }
  const operator = openVisitor(stack.url, 'en')
  await operator.submit(await operator.visit('/login'), 'name="password"', demoOperator)
  const address = `/operator/withdrawals/${payment.id}`
  const beside = 'nav[aria-labelledby="beside"]'
  const whole = await operator.visit(address)
  expect(whole.$(`${beside} [aria-current="page"]`).attr('href')).toBe(address)
  stack.faulty.fail('answers 503', get(/\/operator\/payments\?/))
  const page = await operator.visit(address)
  stack.faulty.heal()
  expect(page.status).toBe(200)
  expect(page.$(beside)).toHaveLength(0)
  expect(page.$('form#decision')).toHaveLength(1)
})
