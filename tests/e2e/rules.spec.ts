import { type Page } from '@playwright/test'
import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { otherScriptedLanguages } from '../support/reading-modes'
import { rulesOf } from '../support/rules'
import { fillIn, send, signIn, investorAt } from '../support/steps'
import { textsOf } from '../support/texts'

/** Each rule of input validation with scripts on; `tests/journeys/rules.test.ts` tests it by HTML alone. */

async function expectRefused(page: Page, field: string, sentence: string): Promise<void> {
  const input = page.locator(`main [name="${field}"]:not([type=hidden])`).first()
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  const described = (await input.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(
    described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
  )
  expect(texts.join(' '), `at ${field}`).toMatch(asPattern(sentence))
  const id = await input.getAttribute('id')
  await expect(page.locator(`main [role=alert] a[href="#${id}"]`)).toContainText(sentence)
}

/** Amounts are grouped by non-breaking spaces. */
const asPattern = (sentence: string) =>
  new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s'))

for (const lng of otherScriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })
    const say = textsOf(lng)
    const rules = rulesOf(lng)

    test('top-up', async ({ page, stack }) => {
      await signIn(page, await newInvestor(stack.backendUrl))
      for (const [amount, sentence] of rules.topUp) {
        await page.goto('/cabinet/top-up')
        await fillIn(page, { system: 'usdt-trc20', amount })
        await send(page, 'amount')
        await expectRefused(page, 'amount', sentence)
        await expect(page.locator('main [name=amount]')).toHaveValue(amount)
      }
    })

    test('opening a deposit', async ({ page, stack }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      for (const [amount, sentence] of rules.opening) {
        await page.goto('/cabinet/deposits/new')
        await fillIn(page, { planId: 'breeze', currency: 'USDT', amount })
        await send(page, 'amount')
        await expectRefused(page, 'amount', sentence)
        await expect(page.locator('main [name=amount]:not([type=hidden])')).toHaveValue(amount)
      }
    })

    test('withdrawal', async ({ page, stack }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      for (const [field, value, sentence] of rules.withdrawal) {
        const typed = { amount: '200', wallet: tronWallet, [field]: value }
        await page.goto('/cabinet/withdrawals/new')
        await fillIn(page, { system: 'usdt-trc20', ...typed })
        await send(page, 'wallet')
        await expectRefused(page, field, sentence)
        await expect(page.locator('main [name=wallet]:not([type=hidden])')).toHaveValue(typed.wallet)
      }
    })

    test('the requirement of a withdrawal is named', async ({ page, stack }) => {
      await investorAt(page, stack, '/cabinet/withdrawals/new?system=usdt-trc20')
      await expect(page.locator('main')).toContainText(say('errors:code.refill_required'))
    })
  })
}
