import { newInvestor, newPerson, demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { fillIn, send, signInByForm } from '../support/steps'
import { languages } from '../support/texts'
import { readingModes } from '../support/reading-modes'

/** Who is let in, how, and what ends it. */

for (const { lng, javaScriptEnabled } of readingModes) {
  test.describe(`${lng}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled })

    test('signs in, comes back to the page that was asked for, and signs out', async ({
      page,
      say,
      stack,
    }) => {
      await page.goto('/cabinet/operations')
      await expect(page).toHaveURL(/\/login\?redirectTo=%2Fcabinet%2Foperations$/)
      await fillIn(page, demoInvestor)
      await send(page, 'password')
      await expect(page).toHaveURL(`${stack.url}/cabinet/operations`)
      await expect(page.locator('body')).toContainText(say('common:flash.signedIn'))

      await page.locator('form[action="/logout"] button').first().click()
      await expect(page.locator('body')).toContainText(say('common:flash.signedOut'))
      await page.goBack()
      await expect(page.locator('body')).not.toContainText(say('cabinet:operations.lead'))
    })
  })
}

for (const scripts of [true, false])
  test.describe(`signing out, scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ lng: 'en', javaScriptEnabled: scripts })

    test('leaves the language and nothing else behind, and takes no time', async ({ page, stack, say }) => {
      await signInByForm(page, demoInvestor)
      const answered = page.waitForResponse((answer) =>
        /\/logout(\.data)?$/.test(new URL(answer.url()).pathname),
      )
      const pressedAt = Date.now()
      await page.locator('form[action="/logout"] button').first().click()
      const headers = await (await answered).allHeaders()
      expect(headers['clear-site-data']).toBe('"cache", "storage"')
      await expect(page.locator('body')).toContainText(say('common:flash.signedOut'))
      expect(Date.now() - pressedAt).toBeLessThan(5_000)
      const kept = (await page.context().cookies(stack.url)).map(({ name }) => name)
      expect(kept).toContain('lng')
      expect(kept).not.toContain('sid')
    })
  })

test('needs no mouse', async ({ page, stack }) => {
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

test('takes a login, an e-mail or a phone number', async ({ browser, stack }) => {
  const person = await newInvestor(stack.backendUrl)
  for (const login of [person.login.toUpperCase(), person.email, person.phone]) {
    const page = await browser.newPage({ baseURL: stack.url })
    await signInByForm(page, { login, password: person.password })
    await page.close()
  }
})

for (const lng of languages)
  test.describe(`in ${lng}`, () => {
    test.use({ lng })

    test('an unknown login and a wrong password look alike', async ({ page, say }) => {
      for (const login of ['nobody-of-this-name', demoInvestor.login]) {
        await page.goto('/login')
        await fillIn(page, { login, password: 'not-the-password' })
        await send(page, 'password')
        await expect(page.locator('main')).toContainText(say('refusals:code.invalid_credentials'))
        await expect(page.locator('[name=login]')).toHaveValue(login)
        await expect(page.locator('[name=password]')).toHaveValue('')
      }
    })
  })

test('keeps an investor without a confirmed phone on the page of the code', async ({ page, stack, say }) => {
  const person = newPerson()
  await page.goto('/register/investor')
  await fillIn(page, { ...person, passwordRepeat: person.password })
  await send(page, 'passwordRepeat')
  await page.goto('/cabinet/deposits')
  await expect(page).toHaveURL(`${stack.url}/phone`)
  await fillIn(page, { code: '123456' })
  await send(page, 'code')
  await expect(page.locator('main')).toContainText(say('refusals:code.code_invalid'))
  await fillIn(page, { code: '000-000' })
  await send(page, 'code')
  await expect(page).toHaveURL(`${stack.url}/cabinet`)
})

test('the bearer stays on the server: the cookie is sealed, and every journey watches for it', async ({
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

test('a cookie that was tampered with counts as signed out', async ({ page, context, stack }) => {
  await signInByForm(page, demoInvestor)
  const cookie = (await context.cookies()).find(({ name }) => /sid$/.test(name))
  const sealed = cookie?.value ?? ''
  expect(cookie).toMatchObject({ httpOnly: true, path: '/', expires: -1, sameSite: /Lax|Strict/ })

  const middle = Math.floor(sealed.length / 2)
  const flipped = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
  const [header, ...rest] = sealed.split('.')
  const otherHeader = Buffer.from(JSON.stringify({ alg: 'none', enc: 'A256GCM' })).toString('base64url')
  const bad = {
    empty: '',
    cut: sealed.slice(0, middle),
    flipped,
    'another header': [otherHeader, ...rest].join('.'),
    'parts swapped': [header, ...rest.reverse()].join('.'),
    'not sealed': 'signed-in',
    'not UTF-8': '%ff%fe%00',
    oversized: 'A'.repeat(6_000),
  }
  for (const [what, value] of Object.entries(bad)) {
    const answer = await fetch(`${stack.url}/cabinet`, {
      headers: { Cookie: `${cookie?.name}=${value}; lng=en` },
      redirect: 'manual',
    })
    expect(answer.status, what).toBe(302)
    expect(answer.headers.get('location'), what).toMatch(/^\/login/)
    if (value) expect(answer.headers.get('set-cookie'), what).toMatch(/sid=;/)
  }
})

test('signing out is a form and nothing else', async ({ page }) => {
  await signInByForm(page, demoInvestor)
  expect((await page.request.get('/logout', { maxRedirects: 0 })).status()).toBe(405)
})

test('a form from another site changes nothing', async ({ page, stack }) => {
  await signInByForm(page, demoInvestor)
  const foreign = await page.request.post('/cabinet/top-up', {
    form: { system: 'usdt-trc20', amount: '700' },
    headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    maxRedirects: 0,
  })
  expect(foreign.status()).toBe(403)
  const untold = await fetch(`${stack.url}/cabinet/top-up`, {
    method: 'POST',
    body: new URLSearchParams({ system: 'usdt-trc20', amount: '700' }),
    headers: {
      Cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    redirect: 'manual',
  })
  expect(untold.status).toBe(403)
})
