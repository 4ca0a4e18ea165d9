import { type Page } from '@playwright/test'
import { newInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signIn } from '../support/steps'

/**
 * Each rule about what is typed, from the field to its sentence: at the field, in the summary that links to it, with
 * what was typed still there. The sentences themselves are held by a table test; this holds their wiring.
 */

async function expectRefused(page: Page, field: string, sentence: string): Promise<void> {
  const input = page.locator(`main [name="${field}"]:not([type=hidden])`).first()
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  const described = (await input.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(
    described.split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
  )
  expect(texts.join(' '), `at ${field}`).toContain(sentence)
  const id = await input.getAttribute('id')
  await expect(page.locator(`main a[href="#${id}"]`)).toContainText(sentence)
}

for (const [lng, scripts] of [
  ['ru', false],
  ['en', true],
] as const) {
  test.describe(`${lng}, scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled: scripts })

    test('registration', async ({ page, stack, say }) => {
      const taken = await newInvestor(stack.backendUrl)
      const person = newPerson()
      const good = { ...person, passwordRepeat: person.password }
      const cases: [change: Partial<typeof good>, field: string, code: string][] = [
        [{ login: '' }, 'login', 'login_required'],
        [{ login: 'no spaces here' }, 'login', 'login_invalid'],
        [{ email: '' }, 'email', 'email_required'],
        [{ email: 'not an address' }, 'email', 'email_invalid'],
        [{ phone: '12' }, 'phone', 'phone_invalid'],
        [{ password: 'password', passwordRepeat: 'password' }, 'password', 'password_too_simple'],
        [{ passwordRepeat: 'Something-else-1' }, 'passwordRepeat', 'passwords_mismatch'],
        [{ login: taken.login }, 'login', 'login_taken'],
        [{ email: taken.email }, 'email', 'email_taken'],
        [{ phone: taken.phone }, 'phone', 'phone_taken'],
      ]
      for (const [change, field, code] of cases) {
        await page.goto('/register')
        await fillIn(page, { ...good, ...change })
        await send(page, 'passwordRepeat')
        await expectRefused(page, field, say(`errors:code.${code}`))
        await expect(page.locator('[name=password]')).toHaveValue('')
        const typed = change.email ?? good.email
        await expect(page.locator('[name=email]')).toHaveValue(typed)
      }
    })

    test('top-up', async ({ page, stack, say }) => {
      await signIn(page, await newInvestor(stack.backendUrl))
      const minimum = new RegExp(say('errors:code.amount_below_min', { min: '.*USDT' }))
      const cases: [amount: string, sentence: string | RegExp][] = [
        ['', say('errors:code.amount_required')],
        ['-1', say('errors:code.amount_negative')],
        ['1e3', say('errors:code.amount_exponent')],
        [lng === 'ru' ? '1,000.5' : '1.000,5', say('errors:code.amount_ambiguous')],
        ['0.01', minimum],
      ]
      for (const [amount, sentence] of cases) {
        await page.goto('/cabinet/top-up')
        await fillIn(page, { system: 'usdt-trc20', amount })
        await send(page, 'amount')
        await expect(page.locator('main')).toContainText(sentence)
        await expect(page.locator('main [name=amount]')).toHaveValue(amount)
      }
    })

    test('opening a deposit', async ({ page, stack, say }) => {
      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      const cases: [amount: string, sentence: string | RegExp][] = [
        ['-300', say('errors:code.amount_negative')],
        ['99', new RegExp(say('errors:code.amount_below_min', { min: '100[.,]00\\sUSDT' }))],
        ['701', say('errors:code.insufficient_funds')],
      ]
      for (const [amount, sentence] of cases) {
        await page.goto('/cabinet/deposits/new')
        await fillIn(page, { planId: 'breeze', currency: 'USDT', amount })
        await send(page, 'amount')
        await expect(page.locator('main')).toContainText(sentence)
      }
    })

    test('withdrawal', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await signIn(page, investor)
      const cases: [fields: Record<string, string>, sentence: string | RegExp][] = [
        [{ amount: '200', wallet: '' }, say('errors:code.wallet_required')],
        [{ amount: '200', wallet: 'not-a-wallet' }, say('errors:code.wallet_invalid', { network: 'TRC-20' })],
        // One letter changed: the checksum no longer fits.
        [
          { amount: '200', wallet: tronWallet.replace('TX', 'TY') },
          say('errors:code.wallet_invalid', { network: 'TRC-20' }),
        ],
        [
          { amount: '19.99', wallet: tronWallet },
          new RegExp(say('errors:code.amount_below_min', { min: '20[.,]00\\sUSDT' })),
        ],
        [{ amount: '-1', wallet: tronWallet }, say('errors:code.amount_negative')],
        [{ amount: '700.01', wallet: tronWallet }, say('errors:code.insufficient_funds')],
      ]
      for (const [fields, sentence] of cases) {
        await page.goto('/cabinet/withdrawals/new?system=usdt-trc20')
        await fillIn(page, { system: 'usdt-trc20', ...fields })
        await send(page, 'wallet')
        await expect(page.locator('main')).toContainText(sentence)
        await expect(page.locator('main [name=wallet]:not([type=hidden])')).toHaveValue(
          fields['wallet'] ?? '',
        )
      }
    })

    test('what a withdrawal requires is said by name', async ({ page, stack, say }) => {
      await signIn(page, await newInvestor(stack.backendUrl))
      await page.goto('/cabinet/withdrawals/new?system=usdt-trc20')
      await expect(page.locator('main')).toContainText(say('errors:code.refill_required'))
    })
  })
}
