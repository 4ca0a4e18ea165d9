import { type Page } from '@playwright/test'
import { newInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { otherScriptedLanguages } from '../support/reading-modes'
import { fillIn, send, signIn } from '../support/steps'
import { errorTextOf, textsOf } from '../support/texts'

/** Each rule about what is typed where scripts run; by HTML alone it is held by `tests/journeys/rules.test.ts`. */

async function expectRefused(page: Page, field: string, sentence: string | RegExp): Promise<void> {
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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const asPattern = (sentence: string | RegExp): RegExp =>
  typeof sentence === 'string' ? new RegExp(escaped(sentence)) : sentence

for (const lng of otherScriptedLanguages) {
  test.describe(`in ${lng}`, () => {
    test.use({ lng })
    const say = textsOf(lng)
    /** The sentence of a bound in USDT, its figure as this language writes it. */
    const bound = (code: string, name: string, en: string, ru: string) =>
      new RegExp(escaped(errorTextOf(lng, code, { [name]: `${{ en, ru }[lng]} USDT` })).replace(/ /g, '\\s'))

    test('top-up', async ({ page, stack }) => {
      await signIn(page, await newInvestor(stack.backendUrl))
      const cases: [amount: string, sentence: string | RegExp][] = [
        ['', say('errors:code.amount_required')],
        ['-1', say('refusals:code.amount_negative')],
        ['1e3', say('refusals:code.amount_exponent')],
        [lng === 'ru' ? '1,000.5' : '1.000,5', say('refusals:code.amount_ambiguous')],
        ['9.99', bound('amount_below_min', 'min', '10.00', '10,00')],
      ]
      for (const [amount, sentence] of cases) {
        await page.goto('/cabinet/top-up')
        await fillIn(page, { system: 'usdt-trc20', amount })
        await send(page, 'amount')
        await expectRefused(page, 'amount', sentence)
        await expect(page.locator('main [name=amount]')).toHaveValue(amount)
      }
    })

    test('opening a deposit', async ({ page, stack }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      const cases: [amount: string, sentence: string | RegExp][] = [
        ['-300', say('refusals:code.amount_negative')],
        ['99', bound('amount_below_min', 'min', '100.00', '100,00')],
        ['701', say('refusals:code.insufficient_funds')],
        ['5000', bound('amount_above_max', 'max', '4,999.99', '4 999,99')],
      ]
      for (const [amount, sentence] of cases) {
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
      const foreign = (network: string) => say('refusals:code.wallet_invalid', { network })
      const cases: [fields: { amount?: string; wallet?: string }, sentence: string | RegExp][] = [
        [{ wallet: '' }, say('errors:code.wallet_required')],
        [{ wallet: '   ' }, say('errors:code.wallet_required')],
        [{ wallet: 'not-a-wallet' }, foreign('TRC-20')],
        // One letter changed: the checksum no longer fits.
        [{ wallet: tronWallet.replace('TX', 'TY') }, foreign('TRC-20')],
        [{ amount: '19.99' }, bound('amount_below_min', 'min', '20.00', '20,00')],
        [{ amount: '-1' }, say('refusals:code.amount_negative')],
        [{ amount: '700.01' }, say('refusals:code.insufficient_funds')],
      ]
      for (const [fields, sentence] of cases) {
        const typed = { amount: '200', wallet: tronWallet, ...fields }
        await page.goto('/cabinet/withdrawals/new')
        await fillIn(page, { system: 'usdt-trc20', ...typed })
        await send(page, 'wallet')
        await expectRefused(page, 'wallet' in fields ? 'wallet' : 'amount', sentence)
        await expect(page.locator('main [name=wallet]:not([type=hidden])')).toHaveValue(typed.wallet)
      }
    })

    test('what a withdrawal requires is said by name', async ({ page, stack }) => {
      await signIn(page, await newInvestor(stack.backendUrl))
      await page.goto('/cabinet/withdrawals/new?system=usdt-trc20')
      await expect(page.locator('main')).toContainText(say('errors:code.refill_required'))
    })
  })
}
