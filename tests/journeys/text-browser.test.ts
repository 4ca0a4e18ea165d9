import { type Language } from '~/contract/languages'
import { languageNames } from '~/locale/languages'
import { expect, test } from '../support/in-process-journey'
import { demoCode, newInvestor } from '../support/investor'
import { inquiriesOf } from '../support/inquiries'
import { figure } from '../support/steps'
import { type TextBrowser, hasTextBrowser, openTextBrowser } from '../support/text-browser'
import { languages, textsOf } from '../support/texts'
import { authenticator } from '../support/totp'

/** Forms of the public site and the second factor in w3m, with text, fields and keys only. */

const isMissing = !hasTextBrowser && !process.env['CI']

const typed = { ru: '2500,5', en: '2500.5' }
// 2,500.50 × 1.11 % × 50 is 1,387.7775; × 10 it is 277.5555.
const afterFirst = { ru: '1 387,7775 USDT', en: '1,387.7775 USDT' }
const afterTen = { ru: '277,5555 USDT', en: '277.5555 USDT' }

for (const lng of languages) {
  test.describe(lng, () => {
    const say = textsOf(lng)

    test.skipIf(isMissing)(
      'the calculator shows the result, and its course as a table',
      async ({ stack }) => {
        await reading(`${stack.url}/?lng=${lng}`, async (browser) => {
          await browser.find(say('site:calculator.amount'))
          await browser.type(typed[lng])
          await browser.find(say('site:calculator.submit'))
          await browser.press()
          const page = await browser.read()
          expect(page).toContain(`[${typed[lng]}`)
          expect(page).toContain(say('site:calculator.profit'))
          expect(page).toMatch(figure(afterFirst[lng]))
          expect(page).toMatch(figure(afterTen[lng]))
        })
      },
    )
  })
}

test.describe('ru', () => {
  const say = textsOf('ru')

  test.skipIf(isMissing)(
    'an invalid message is refused with its reasons, keeps its input, and arrives once corrected',
    async ({ stack }) => {
      const message = `Первая строка\nвторая, ${Date.now()}`
      await reading(`${stack.url}/contacts`, async (browser) => {
        await browser.find(say('site:contacts.name'))
        await browser.type('Кай')
        await browser.find(say('site:contacts.message'))
        await browser.write(message)
        await browser.find(say('site:contacts.send'))
        await browser.press()
        const refused = await browser.read()
        expect(refused).toContain(say('refusals:code.email_required'))
        expect(refused).toContain('[Кай')

        await browser.find(say('site:contacts.yourEmail'))
        await browser.type('kai@example.org')
        await browser.find(say('site:contacts.send'))
        await browser.press()
        expect(await browser.read()).toContain(say('flash:requestSent'))
      })
      // HTML forms send CRLF line ends, which a field counts as one character.
      const sent = { name: 'Кай', email: 'kai@example.org', message }
      expect(await inquiriesOf(stack)).toContainEqual(expect.objectContaining({ kind: 'message', ...sent }))
    },
  )
})

for (const lng of languages) {
  test.describe(lng, () => {
    const say = textsOf(lng)
    const left = `security:recovery.left_${lng === 'ru' ? 'many' : 'other'}`

    test.skipIf(isMissing)(
      'an authenticator app is set up, and the next sign-ins take its code and a recovery code; no button needs a script',
      async ({ stack }) => {
        const { login, password } = await newInvestor(stack.backendUrl)
        const signIn = async (browser: TextBrowser) => {
          await browser.visit(`${stack.url}/login`)
          await browser.find(say('auth:login.login'))
          await browser.type(login)
          await browser.find(say('auth:login.password'))
          await browser.type(password)
          await browser.pressNext()
        }
        const typeCode = async (browser: TextBrowser, code: string) => {
          await browser.find(say('security:code'))
          await browser.type(code)
          await browser.pressNext()
        }
        let recoveryCode = ''
        let app = authenticator('A'.repeat(32))
        await readingIn(lng, `${stack.url}/login`, async (browser) => {
          expect(await browser.read()).not.toContain(say('security:passkey.signIn'))
          await signIn(browser)
          await browser.visit(`${stack.url}/cabinet/settings/security/totp`)
          await browser.find(say('common:action.continue'))
          await browser.press()
          await browser.find(say('settings:password.current'))
          await browser.type(password)
          await browser.pressNext()
          await browser.find(say('settings:stepUp.email'))
          await browser.type(demoCode)
          await browser.pressNext()
          const shown = (await browser.read()).replace(/\s+/g, ' ')
          const [, secret = ''] =
            new RegExp(`${say('security:totp.typeSecret')} ([A-Z2-7]{32})`).exec(shown) ?? []
          expect(secret).not.toBe('')
          app = authenticator(secret)
          await typeCode(browser, app.wrong())
          const refused = (await browser.read()).replace(/\s+/g, ' ')
          expect(refused).toContain(say('refusals:code.factor_code_invalid'))
          await typeCode(browser, app.next())
          const codes = (await browser.read()).match(/\b[\da-z]{5}-[\da-z]{5}\b/g) ?? []
          expect(codes).toHaveLength(10)
          recoveryCode = codes[0]!
        })
        await readingIn(lng, `${stack.url}/login`, async (browser) => {
          await signIn(browser)
          expect(await browser.read()).toContain(say('security:signIn.lead'))
          await typeCode(browser, recoveryCode)
          await browser.visit(`${stack.url}/cabinet/settings/security`)
          expect(await browser.read()).toContain(say(left, { count: 9 }))
          await browser.visit(`${stack.url}/cabinet/settings/security/recovery-codes`)
          await browser.find(say('security:recovery.renewLead').slice(0, 30))
          await browser.pressNext()
          expect((await browser.read()).match(/\b[\da-z]{5}-[\da-z]{5}\b/g)).toHaveLength(10)
        })
        await readingIn(lng, `${stack.url}/login`, async (browser) => {
          await signIn(browser)
          await typeCode(browser, app.next())
          await browser.visit(`${stack.url}/cabinet/settings/security`)
          expect(await browser.read()).toContain(say(left, { count: 10 }))
        })
      },
    )
  })
}

/** Chooses the language on the page, as a reader does, unless it is the first one. */
const readingIn = (lng: Language, url: string, read: (browser: TextBrowser) => Promise<void>) =>
  reading(url, async (browser) => {
    if (lng !== 'ru') {
      await browser.find(`${textsOf('ru')('common:language.label')}: ${languageNames[lng]}`)
      await browser.press()
    }
    await read(browser)
  })

async function reading(url: string, read: (browser: TextBrowser) => Promise<void>): Promise<void> {
  const browser = await openTextBrowser(url)
  try {
    await read(browser)
  } finally {
    await browser.close()
  }
}
