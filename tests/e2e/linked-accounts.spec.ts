import { knownInvestor, newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send } from '../support/steps'
import { openVisitor } from '../support/visitor'

/** One person with two accounts, as the operator finds them; and the decision that takes the rewards back. */

const operator = { login: 'operator', password: 'Demo-operator-1' }

for (const [javaScriptEnabled, lng] of [
  [true, 'ru'],
  [false, 'en'],
] as const) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}, ${lng}`, () => {
    test.use({ javaScriptEnabled, lng })

    test('two accounts of one browser are linked, and what the one has for the other is taken back once', async ({
      page,
      stack,
      say,
    }) => {
      // One browser signs in to the inviter's account, then registers another by the inviter's own link.
      const inviter = await newInvestor(stack.backendUrl)
      const browser = openVisitor(stack.url, 'en')
      await browser.submit(await browser.visit('/login'), 'name="password"', {
        login: inviter.login,
        password: inviter.password,
      })
      await browser.submit(await browser.visit('/cabinet'), 'action="/logout"', {})
      const second = newPerson()
      const form = await browser.visit(`/register/${inviter.login}`)
      await browser.submit(form, 'name="passwordRepeat"', { ...second, passwordRepeat: second.password })
      const partner = await newInvestor(stack.backendUrl, { usdt: '300', inviter: inviter.login })
      await partner.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })

      await page.goto('/login')
      await fillIn(page, operator)
      await send(page, 'password')
      await expect(page).toHaveURL(/\/operator$/)
      await page.goto(`/operator/links?search=${inviter.login}`)
      const main = page.locator('main')
      const names = (other: string) => say('operator:links.both', { one: inviter.login, other })
      await expect(main.getByRole('link', { name: names(second.login) })).toBeVisible()
      const device = say('operator:links.kind.device_one', { count: 1 })
      await expect(main.getByRole('row').filter({ hasText: second.login })).toContainText(device)

      // The pair with a deposit behind it is found by its own address, linked or not.
      const bonus = (await inviter.ask('GET', '/user/bonus')) as { held: { total: string } }
      expect(bonus.held.total).toBe('21')
      const operatorPages = await knownInvestor(stack.backendUrl, operator)
      const idOf = async (login: string) => {
        const { items } = (await operatorPages.ask('GET', `/ext/operator/users?search=${login}`)) as {
          items: { id: string; login: string }[]
        }
        return items.find((user) => user.login === login)!.id
      }
      await page.goto(`/operator/links/${await idOf(inviter.login)}~${await idOf(partner.login)}`)
      await expect(main).toContainText('21')
      await send(page, 'reason')
      await expect(main).toContainText(say('refusals:code.required'))
      await fillIn(page, { reason: 'One browser, one evening.' })
      await send(page, 'reason')
      await expect(page.locator('body')).toContainText(say('common:flash.paymentDecided'))
      await expect(main).toContainText('One browser, one evening.')
      await expect(main.locator('textarea')).toHaveCount(0)
      const after = (await inviter.ask('GET', '/user/bonus')) as { held: { total: string } }
      expect(after.held.total).toBe('0')
    })
  })
}
