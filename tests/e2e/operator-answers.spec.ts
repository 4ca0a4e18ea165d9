import { type Browser, type Page } from '@playwright/test'
import { fileBytes } from '../support/files'
import {
  type Investor,
  type Person,
  demoAdmin,
  demoOperator,
  knownInvestor,
  newInvestor,
  tronWallet,
} from '../support/investor'
import { expect, test } from '../support/journey'
import { confirm, fillIn, load, send, signIn, stepUpIn } from '../support/steps'
import { freeBalanceOf } from '../support/withdrawals'

/**
 * What operators answer and change beside the decisions of `operator-decisions.spec.ts`, with scripts: from the form of
 * whom it is about to what they read of it. Without scripts `tests/journeys` has them.
 */

test.use({ cases: 'decided' })

const words = 'Write to us if you want to know more.'

interface Stack {
  url: string
  backendUrl: string
}

/** An operator's own window. */
async function operatorIn(browser: Browser, { url }: Stack, who = demoOperator): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ name: 'lng', value: 'en', url }])
  const page = await context.newPage()
  await signIn(page, who)
  return page
}

/** Opens the only case that a search finds, decides it, and confirms. @returns what the review says that is read of it */
async function decide(page: Page, list: string, decision: Record<string, string>): Promise<string> {
  await page.goto(list)
  await expect(page.locator('main tbody tr')).toHaveCount(1)
  await page.locator('main tbody a').first().click()
  await fillIn(page, decision)
  await send(page, 'decision')
  await page.locator('#confirm').waitFor()
  const read = await page.locator('section:is([aria-labelledby="reads"], :has(> * > #reads))').innerText()
  await confirm(page)
  await expect(page.locator('#confirm')).toHaveCount(0)
  return read
}

/** Opens the page of an investor, from where accounts are changed. */
async function openInvestor(page: Page, { login }: Pick<Investor, 'login'>): Promise<void> {
  await page.goto(`/operator/investors?search=${login}`)
  await page.locator('main tbody a').first().click()
  await expect(page.locator('main h1')).toHaveText(login)
}

/** Signs in as somebody who may not. @returns what the form says of it */
async function refusedSignIn(page: Page, { login, password }: Pick<Person, 'login' | 'password'>) {
  await page.goto('/login')
  await fillIn(page, { login, password })
  await send(page, 'password')
  return page.locator('main [role=alert]').first()
}

test('a message is answered by mail, in the words that were reviewed', async ({
  page,
  browser,
  stack,
  say,
}) => {
  const name = `Ona ${Date.now()}`
  await page.goto('/contacts')
  await fillIn(page, { name, email: 'ona@example.org', message: 'Are you open on Sundays?' })
  await send(page, 'message')
  await page.waitForURL('/contacts/sent')

  const operator = await operatorIn(browser, stack)
  const list = `/operator/messages?kind=message&search=${encodeURIComponent(name)}`
  expect(await decide(operator, list, { decision: 'complete', answer: words })).toContain(words)
  await operator.goto(`${list}&status=all`)
  await expect(operator.locator('main tbody')).toContainText(say('cases:state.inquiry.done'))
  await operator.context().close()
})

test('an applicant with a résumé is answered by mail', async ({ page, browser, stack, say }) => {
  const name = `Kai ${Date.now()}`
  await page.goto('/vacancies/intern')
  await fillIn(page, { name, email: 'kai@example.org', phone: '+37061234567' })
  const file = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: fileBytes('pdf') }
  await page.locator('main input[name=resume]').setInputFiles(file)
  await send(page, 'resume')
  await page.waitForURL('/vacancies/intern/sent')

  const operator = await operatorIn(browser, stack)
  const list = `/operator/applications?search=${encodeURIComponent(name)}`
  expect(await decide(operator, list, { decision: 'complete', answer: words })).toContain(words)
  await operator.goto(`${list}&status=done`)
  await expect(operator.locator('main tbody')).toContainText(say('cases:state.application.done'))
  await operator.context().close()
})

test('an account is deleted as its owner asks, and lets nobody in any more', async ({
  page,
  browser,
  stack,
  say,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  await signIn(page, investor)
  await stepUpIn(page, stack.url)
  await page.goto('/cabinet/settings/data/deletion')
  await page.locator('main form[method=post] button[type=submit]').last().click()
  await expect(page.locator('main')).toContainText(say('security:deletion.askedTitle'))

  const operator = await operatorIn(browser, stack)
  const list = `/operator/messages?kind=deletion&search=${investor.login}`
  expect(await decide(operator, list, { decision: 'complete', reason: words })).toContain(words)
  await operator.context().close()

  await page.goto('/cabinet')
  await expect(page).toHaveURL(/\/login/)
  await expect(await refusedSignIn(page, investor)).not.toBeEmpty()
})

test('a suspended investor reads why instead of any page, and is back once restored', async ({
  page,
  browser,
  stack,
  say,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  await signIn(page, investor)
  await load(page, '/cabinet')
  const operator = await operatorIn(browser, stack)
  await openInvestor(operator, investor)
  await operator.getByRole('link', { name: say('investors:do.suspend'), exact: true }).click()
  await fillIn(operator, { reason: words })
  await send(operator, 'reason')
  await confirm(operator)
  await expect(operator.getByText(say('flash:accountSuspended'))).toBeVisible()

  await page.goto('/cabinet/operations')
  await expect(page.locator('main')).toContainText(words)
  await expect(page.locator('main table')).toHaveCount(0)

  await operator.getByRole('link', { name: say('investors:do.restore'), exact: true }).click()
  await fillIn(operator, { reason: 'All is explained.' })
  await send(operator, 'reason')
  await expect(operator.getByText(say('flash:accountRestored'))).toBeVisible()
  await operator.context().close()
  await load(page, '/cabinet/notifications')
  await expect(page.locator('main')).toContainText(words)
})

test('a correction waits for a second operator, and then its investor has the money and the reason', async ({
  page,
  browser,
  stack,
  say,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '100' })
  await signIn(page, investor)
  const first = await operatorIn(browser, stack)
  await openInvestor(first, investor)
  await first.getByRole('link', { name: say('investors:do.correct'), exact: true }).click()
  await fillIn(first, { direction: 'credit', currency: 'USDT', amount: '12.5', reason: words })
  await send(first, 'amount')
  await expect(first.locator('main')).toContainText(say('operator:approvals.needsSecond'))
  await confirm(first)
  await expect(first.locator('main h1')).toBeVisible()
  expect(await freeBalanceOf(investor)).toBe(100)

  await first.goto('/operator/approvals')
  await first.locator('main tbody a').first().click()
  await expect(first.locator('main')).toContainText(say('operator:approvals.own'))
  await expect(first.locator('button[value=approve]')).toHaveCount(0)
  const second = await operatorIn(browser, stack, demoAdmin)
  await second.goto(first.url())
  await expect(second.locator('main')).toContainText(words)
  await second.locator('button[value=approve]').click()
  await expect(second.getByText(say('flash:proposalApproved'))).toBeVisible()
  for (const operator of [first, second]) await operator.context().close()

  expect(await freeBalanceOf(investor)).toBe(112.5)
  await load(page, '/cabinet/notifications')
  await expect(page.locator('main')).toContainText(words)
  await load(page, '/cabinet/operations')
  await expect(page.locator('main')).toContainText(say('common:operation.correction'))
  await expect(page.locator('main')).toContainText('112.50')
})

test('withdrawals leave in a batch, and their hashes complete them', async ({
  page,
  browser,
  stack,
  say,
}) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '300' })
  await signIn(page, investor)
  const { ask } = await knownInvestor(stack.backendUrl, demoOperator)
  for (const amount of ['50', '70']) {
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    const { payment } = (await investor.ask('POST', '/funds/payments', request)) as {
      payment: { id: string }
    }
    await ask('POST', `/ext/operator/payments/${payment.id}/decide`, { decision: 'approve' })
  }
  await investor.ask('POST', '/ext/demo/clock', { days: 2 })

  const operator = await operatorIn(browser, stack)
  await operator.goto('/operator/withdrawals/batches/new?system=usdt-trc20')
  await expect(operator.locator('main')).toContainText(investor.login)
  await operator.getByRole('button', { name: say('batches:new.confirm') }).click()
  await expect(operator.getByText(say('flash:batchCreated'))).toBeVisible()
  const downloaded = operator.waitForEvent('download')
  await operator.getByRole('button', { name: say('batches:files.table') }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/\.csv$/)

  await operator.goto(`${operator.url()}/transfers`)
  await fillIn(operator, { all: 'ab'.repeat(32) })
  await send(operator, 'all')
  await confirm(operator)
  await expect(operator.locator('main')).toContainText(say('batches:status.paid'))
  await operator.context().close()

  await load(page, '/cabinet/withdrawals')
  const completed = page.locator('main tbody').getByText(say('common:status.payment.completed'))
  await expect(completed).toHaveCount(2)
  await load(page, '/cabinet/notifications')
  for (const net of ['49', '69']) await expect(page.locator('main')).toContainText(net)
  expect(await freeBalanceOf(investor)).toBe(180)
})
