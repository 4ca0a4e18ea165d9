import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signInByForm, signOut } from '../support/steps'
import { plainLanguages, scriptedLanguages } from '../support/reading-modes'

/** Signing in and out in a browser; `tests/journeys/sign-in.test.ts` tests who may sign in, and how. */

for (const [javaScriptEnabled, languages] of [
  [true, scriptedLanguages],
  [false, plainLanguages],
] as const)
  for (const lng of languages)
    test.describe(`${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ lng, javaScriptEnabled })

      test('signs in, returns to the requested page, and signs out', async ({ page, say, stack }) => {
        await page.goto('/cabinet/operations')
        await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcabinet%2Foperations$/)
        await fillIn(page, demoInvestor)
        await send(page, 'password')
        await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
        await expect(page.locator('body')).toContainText(say('flash:signedIn'))

        await signOut(page)
        await expect(page.locator('body')).toContainText(say('flash:signedOut'))
        await page.goBack()
        await expect(page.locator('body')).not.toContainText(say('cabinet:operations.balanceAfter'))
      })
    })

for (const scripts of [true, false])
  test.describe(`a message of success, scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ lng: 'en', javaScriptEnabled: scripts })

    test(
      scripts ? 'goes after three seconds, but not while it is pointed at' : 'stays',
      async ({ page, say }) => {
        await signInByForm(page, demoInvestor)
        const message = page.getByText(say('flash:signedIn'))
        await message.hover()
        const heading = page.locator('main h1')
        const before = await heading.boundingBox()
        await page.waitForTimeout(4_000)
        await expect(message).toBeVisible()
        await page.mouse.move(0, 0)
        if (scripts) await expect(message).toBeHidden({ timeout: 6_000 })
        else {
          await page.waitForTimeout(4_000)
          await expect(message).toBeVisible()
        }
        // Nothing moves when it goes.
        expect(await heading.boundingBox()).toEqual(before)
      },
    )
  })

for (const scripts of [true, false])
  test.describe(`signing out, scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ lng: 'en', javaScriptEnabled: scripts })

    test('keeps only the language, and is fast', async ({ page, stack, say }) => {
      await signInByForm(page, demoInvestor)
      const answered = page.waitForResponse((answer) =>
        /\/logout(\.data)?$/.test(new URL(answer.url()).pathname),
      )
      const pressedAt = Date.now()
      await signOut(page)
      const headers = await (await answered).allHeaders()
      expect(headers['clear-site-data']).toBe('"cache", "storage"')
      await expect(page.locator('body')).toContainText(say('flash:signedOut'))
      expect(Date.now() - pressedAt).toBeLessThan(5_000)
      const kept = (await page.context().cookies(stack.url)).map(({ name }) => name)
      expect(kept).toContain('lng')
      expect(kept).not.toContain('sid')
    })
  })

test('works without a mouse', async ({ page, stack }) => {
  await page.goto('/login')
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await page.locator(selector).evaluate((node) => node === document.activeElement)) return
    }
    throw new Error(`the Tab key does not come to ${selector}`)
  }
  await tabTo('[name=login]')
  await page.keyboard.type(demoInvestor.login)
  await tabTo('[name=password]')
  await page.keyboard.type(demoInvestor.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${stack.url}/cabinet`)
})

test('the bearer stays on the server: the cookie is sealed, and every journey checks that', async ({
  page,
  context,
  stack,
}) => {
  const issued = stack.tokens.size
  await signInByForm(page, demoInvestor)
  expect(stack.tokens.size).toBe(issued + 1)
  expect(stack.answers.length).toBeGreaterThan(0)
  const sid = (await context.cookies()).find(({ name }) => /sid$/.test(name))
  const parts = (sid?.value ?? '').split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  expect(parts).toHaveLength(5) // a compact JWE
  expect(parts[0]).toContain('"enc":"A256GCM"')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  for (const token of stack.tokens) {
    expect(parts.join('')).not.toContain(token)
    expect(kept).not.toContain(token)
  }
})
