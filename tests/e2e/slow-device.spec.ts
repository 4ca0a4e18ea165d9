import { expect, test } from '../support/journey'
import { demoInvestor } from '../support/investor'
import { fillIn, load, send, signIn } from '../support/steps'

/**
 * A device so slow that an answer arrives before the pending state was drawn: React then goes straight from
 * the old page to the new one. React schedules its work by a message, which is delayed here by half a second.
 */
test.beforeEach(async ({ page }) => {
  await signIn(page, demoInvestor)
  await page.addInitScript(() => {
    const post = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage')?.value as (
      this: MessagePort,
      message: unknown,
    ) => void
    MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 500)
    }
  })
})

test('the message after a form is shown although notifications reload the page', async ({ page, say }) => {
  // The income of each day is a notification.
  for (const form of ['#clock-1', '#clock-50', '#clock-1']) {
    await load(page, '/cabinet')
    await page.getByText(say('common:demo.clock'), { exact: true }).click()
    await page.locator(`${form} button[type=submit]`).click()
    // The jobs of fifty days take a while on a busy machine.
    await expect(page.locator('main')).toContainText(say('flash:clockMoved'), { timeout: 240_000 })
  }
})

test('a refused form can be sent again, repeatedly', async ({ page, say }) => {
  await load(page, '/cabinet/top-up')
  for (const [amount, error] of [
    ['', 'refusals:code.amount_required'],
    ['1e3', 'refusals:code.amount_exponent'],
    ['-5', 'refusals:code.amount_negative'],
  ] as const) {
    await fillIn(page, { system: 'usdt-trc20', amount })
    await send(page, 'amount')
    // At its field the error may stand sooner: it follows what is typed.
    await expect(page.locator('#form').getByRole('alert')).toContainText(say(error))
  }
})

test('a refused form can be sent again in the moment in which its error is drawn', async ({ page, say }) => {
  await load(page, '/cabinet/top-up')
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await fillIn(page, { system: 'usdt-trc20', amount: '1e3' })
  await page.evaluate((error) => {
    const button = document.querySelector<HTMLElement>('form:has([name=amount]) [type=submit]')!
    const observer = new MutationObserver(() => {
      if (!document.querySelector('#form [role=alert]')?.textContent.includes(error)) return
      observer.disconnect()
      setTimeout(() => button.click())
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, say('refusals:code.amount_exponent'))
  await send(page, 'amount')
  await expect.poll(() => posts.length).toBe(2)
})

test('text typed during hydration is kept, and breaks nothing', async ({ page, say }) => {
  await page.goto('/cabinet/top-up', { waitUntil: 'commit' })
  const amount = page.locator('main [name=amount]')
  await amount.pressSequentially('12345678901234567890', { delay: 100 })
  await expect(amount).toHaveValue('12345678901234567890')
  await send(page, 'amount')
  await expect(page.locator('#form').getByRole('alert')).toContainText(say('common:form.summary'))
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
})
