import { fictitiousAddress } from '../../backend/domain/addresses'
import { fileOf } from '../support/files'
import { currentPassword, demoInvestor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { plainLanguages } from '../support/reading-modes'
import { addressesOf, decideOnDocuments, emptyDocumentsProblems, wallets } from '../support/settings'
import { textsOf } from '../support/texts'
import { type Answer, rowsOf, signedIn } from '../support/visitor'

/** The settings by HTML alone; `tests/e2e/settings.spec.ts` tests them with scripts. */

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('an invalid profile is refused with its reasons; a valid one is saved and shown', async ({
      stack,
    }) => {
      const other = await newInvestor(stack.backendUrl)
      const investor = await newInvestor(stack.backendUrl, { inviter: other.login })
      const visitor = await signedIn(stack.url, investor, lng)
      let page = await visitor.visit('/cabinet/settings')
      expect(page.url.pathname).toBe('/cabinet/settings/profile')
      expectTyped(page, { email: investor.email, phone: investor.phone })
      const facts = page.$('main dl > div').toArray()
      const factsAsText = facts.map((fact) => page.$(fact).text())
      expect(factsAsText).toEqual([
        expect.stringMatching(new RegExp(`^${say('investors:case.registered')}\\d{1,2}.*20\\d\\d`)) as string,
        `${say('investors:case.inviter')}${other.login}`,
      ])
      const sendContacts = async (typed: Record<string, string> = {}) =>
        (page = await visitor.press(page, 'name="email"', typed))

      await sendContacts({ email: '', phone: '' })
      expectErrors(page, [say('refusals:code.email_required'), say('refusals:code.phone_required')])
      await sendContacts({ email: 'kai@nowhere', phone: '12 34' })
      expectErrors(page, [say('refusals:code.email_invalid'), say('refusals:code.phone_invalid')])
      expectTyped(page, { email: 'kai@nowhere', phone: '12 34' })

      expect(page.$('main [name="currentPassword"]')).toHaveLength(0)
      await sendContacts({ email: other.email, phone: investor.phone, city: 'Вильнюс' })
      expectHint(page, say('settings:profile.passwordHint'))
      expectTyped(page, { email: other.email, city: 'Вильнюс' })
      await sendContacts()
      expectErrors(page, [say('refusals:code.password_required')])
      await sendContacts({ currentPassword: 'not this one' })
      expectErrors(page, [say('refusals:code.password_wrong')])
      const contacts = { country: 'Литва', city: 'Вильнюс', instagram: 'kai.at.sea', vk: 'kai_at_sea' }
      await sendContacts({ ...contacts, email: investor.email, telegram: 'kai_at_sea' })
      expectSaved(page, say('flash:dataUpdated'))
      page = await visitor.visit('/cabinet/settings/profile')
      expectTyped(page, { ...contacts, telegram: 'kai_at_sea' })
      await sendContacts({ vk: '' })
      expectSaved(page, say('flash:dataUpdated'))
      const { user } = await investor.ask('POST', '/user/profile', {})
      expect(user).toMatchObject({ ...contacts, telegram: 'kai_at_sea', vk: null })

      const person = { fullName: 'Каи Морской', birthDate: '2999-01-01', maritalStatus: 'married' }
      page = await visitor.press(page, 'name="fullName"', person)
      expectErrors(page, [say('refusals:code.birth_date_future')])
      page = await visitor.press(page, 'name="fullName"', { birthDate: '31.02.1990' })
      expectErrors(page, [say('refusals:code.date_invalid')])
      expect(page.typed('birthDate')).toBe('31.02.1990')
      // As it is typed where a browser shows no calendar.
      page = await visitor.press(page, 'name="fullName"', { birthDate: '3.2.1990' })
      expectSaved(page, say('flash:dataUpdated'))
      expectTyped(page, { ...person, birthDate: '1990-02-03' })
      // Blanks are nothing: the name is removed, and that is said.
      page = await visitor.press(page, 'name="fullName"', { fullName: '   ' })
      expectSaved(page, say('flash:dataUpdated'))
      expect(page.typed('fullName')).toBe('')
    })

    test('a page that was opened earlier sends back nothing that was saved elsewhere since', async ({
      stack,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      const open = () => visitor.visit('/cabinet/settings/profile')
      const stored = async () => (await investor.ask('POST', '/user/profile', {}))['user']
      const early = await open()
      const saved = { city: 'Вильнюс', telegram: 'kai_at_sea' }
      await visitor.press(await open(), 'name="email"', saved)

      // What was not touched stays as it was saved.
      const other = await visitor.press(early, 'name="email"', { country: 'Литва' })
      expectSaved(other, say('flash:dataUpdated'))
      expectTyped(other, { ...saved, country: 'Литва' })
      expect(await stored()).toMatchObject({ ...saved, country: 'Литва' })

      // What was typed here and saved otherwise elsewhere is told, and replaced by a second press.
      const typed = { city: 'Каунас', instagram: 'kai.at.sea' }
      let page = await visitor.press(early, 'name="email"', typed)
      expectErrors(page, [say('refusals:overtaken.changed', { value: 'Вильнюс' })])
      expectTyped(page, { ...typed, country: 'Литва', telegram: 'kai_at_sea' })
      expect(await stored()).toMatchObject({ ...saved, instagram: null })
      page = await visitor.press(page, 'name="email"', {})
      expectSaved(page, say('flash:dataUpdated'))
      expect(await stored()).toMatchObject({ ...saved, ...typed, country: 'Литва' })

      // The personal data likewise.
      const person = await open()
      await visitor.press(await open(), 'name="fullName"', { fullName: 'Каи Морской' })
      await visitor.press(person, 'name="fullName"', { birthDate: '1990-02-03' })
      expectTyped(await open(), { fullName: 'Каи Морской', birthDate: '1990-02-03' })
      page = await visitor.press(person, 'name="fullName"', { fullName: 'Каи Речной' })
      expectErrors(page, [say('refusals:overtaken.changed', { value: 'Каи Морской' })])
      expectTyped(page, { fullName: 'Каи Речной', birthDate: '1990-02-03' })

      await visitor.press(await open(), 'name="fullName"', { maritalStatus: 'married' })
      page = await visitor.press(person, 'name="fullName"', {
        maritalStatus: 'single',
        birthDate: '5.6.1991',
      })
      expect(page.refused.problems.sort()).toEqual(
        [textsOf(lng)('settings:person.marital.married'), lng === 'ru' ? '3 февраля 1990' : '3 February 1990']
          .map((value) => say('refusals:overtaken.changed', { value }))
          .sort(),
      )

      // The same press once more is no change by somebody else, however its values were written.
      const again = await open()
      const places = { city: ' Рига ', country: 'Латвия' }
      await visitor.press(again, 'name="email"', places)
      expectSaved(await visitor.press(again, 'name="email"', places), say('flash:dataUpdated'))
      const dated = await open()
      for (const _ of [1, 2])
        expectSaved(
          await visitor.press(dated, 'name="fullName"', { birthDate: '7.8.1992' }),
          say('flash:dataUpdated'),
        )
      expectTyped(await open(), { city: 'Рига', birthDate: '1992-08-07' })

      // What the other form of the page has shown is not this one's.
      const kept = await visitor.press(await open(), 'name="fullName"', {
        ...{ fullName: '', shown: JSON.stringify({ email: investor.email, city: 'Рига' }) },
      })
      expectSaved(kept, say('flash:dataUpdated'))
      expect(kept.typed('fullName')).toBe('')

      for (const odd of ['', '{', '[]', '{"city":1}', 'null']) {
        page = await visitor.press(await open(), 'name="email"', { shown: odd, vk: `kai${odd.length}` })
        expectSaved(page, say('flash:dataUpdated'))
      }
      expect(await stored()).toMatchObject({ city: 'Рига', vk: 'kai4' })
    })

    test('wallets that were saved elsewhere since the page was opened stay, and one that was typed is told of', async ({
      stack,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      const open = () => visitor.visit('/cabinet/settings/payment-systems')
      const save = (page: Answer, typed: Record<string, string>) =>
        visitor.press(page, say('settings:save'), { ...typed, currentPassword })
      const early = await open()
      const [tron, ethereum] = [fieldOf(early, 'TRC-20'), fieldOf(early, 'Ethereum')]
      await save(await open(), { [tron]: wallets.right.tron })
      expectSaved(await save(early, { [ethereum]: wallets.right.ethereum }), say('flash:dataUpdated'))
      expect(await addressesOf(investor)).toEqual([wallets.right.tron, wallets.right.ethereum])

      const own = fictitiousAddress('tron', investor.login)
      let page = await save(early, { [tron]: own })
      expectErrors(page, [say('refusals:overtaken.changed', { value: wallets.right.tron })])
      expectTyped(page, { [tron]: own, [ethereum]: wallets.right.ethereum })
      expect(await addressesOf(investor)).toEqual([wallets.right.tron, wallets.right.ethereum])
      page = await save(page, {})
      expectSaved(page, say('flash:dataUpdated'))
      expect(await addressesOf(investor)).toEqual([own, wallets.right.ethereum])
    })

    test("another account's e-mail or number is refused at its field", async ({ stack }) => {
      const other = await newInvestor(stack.backendUrl)
      // An account that has just been sent codes has to wait, so the test uses the demonstration's investor.
      for (const [contact, code] of [
        ['email', 'email_taken'],
        ['phone', 'phone_taken'],
      ] as const) {
        const visitor = await signedIn(stack.url, demoInvestor, lng)
        const form = await visitor.visit('/cabinet/settings/profile')
        const typed = { [contact]: other[contact], city: 'Вильнюс' }
        const prompt = await visitor.press(form, 'name="email"', typed)
        expectHint(prompt, say('settings:profile.passwordHint'))
        const { password } = demoInvestor
        const refused = await visitor.press(prompt, 'name="email"', { currentPassword: password })
        expectErrors(refused, [say(`refusals:code.${code}`)])
        expectTyped(refused, typed)
      }
    })

    test('a wallet is saved, changed and removed, and an invalid one is refused at its field', async ({
      stack,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      let page = await visitor.visit('/cabinet/settings/payment-systems')
      const [tron, ethereum] = [fieldOf(page, 'TRC-20'), fieldOf(page, 'Ethereum')]
      const save = async (typed: Record<string, string>) =>
        (page = await visitor.press(page, say('settings:save'), typed))
      await save({ [tron]: wallets.wrong.tron, [ethereum]: wallets.wrong.ethereum })
      expectErrors(page, [
        `${say('refusals:code.wallet_invalid', { network: 'TRC-20' })}. ${say('refusals:address.tron')}`,
        `${say('refusals:code.wallet_invalid', { network: 'Ethereum' })}. ${say('refusals:address.ethereum')}`,
      ])
      expectTyped(page, { [tron]: wallets.wrong.tron })

      await save({ [tron]: wallets.right.tron, [ethereum]: wallets.right.ethereum })
      expectHint(page, say('settings:wallets.passwordHint'))
      expectTyped(page, { [tron]: wallets.right.tron })
      await save({ currentPassword })
      expectSaved(page, say('flash:dataUpdated'))
      expect(await addressesOf(investor)).toEqual([wallets.right.tron, wallets.right.ethereum])

      await save({ [tron]: '' })
      expect(page.text).toContain(`USDT TRC-20 ${say('settings:wallets.notSaved')}`)
      expect(await addressesOf(investor)).toEqual([wallets.right.ethereum])
    })

    test('an invalid new password is refused with its reasons; a valid one is set and ends every other session', async ({
      stack,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const elsewhere = await signedIn(stack.url, investor, lng)
      const visitor = await signedIn(stack.url, investor, lng)
      let page = await visitor.visit('/cabinet/settings/password')
      const password = 'High-tide-at-9'
      const type = async (current: string, next: string, repeat = next) =>
        (page = await visitor.press(page, 'name="currentPassword"', {
          currentPassword: current,
          password: next,
          passwordRepeat: repeat,
        }))
      await type(investor.password, password, 'another')
      expectErrors(page, [say('refusals:code.passwords_mismatch')])
      expectTyped(page, { currentPassword: '', password: '', passwordRepeat: '' })
      for (const simple of ['short', 'password1234']) {
        await type(investor.password, simple)
        expectErrors(page, [say('refusals:code.password_too_simple')])
      }
      await type('not-the-password', password)
      expectErrors(page, [say('refusals:code.password_wrong')])

      await type(investor.password, password)
      expectSaved(page, say('flash:passwordUpdated'))
      expect((await visitor.visit('/cabinet/operations')).url.pathname).toBe('/cabinet/operations')
      const ended = await elsewhere.visit('/cabinet')
      expect(ended.url.pathname).toBe('/login')
      expect(ended.text).toContain(say('errors:code.unauthorized'))
      await signedIn(stack.url, { ...investor, password }, lng)
    })

    test('the language changes here and at the upstream', async ({ stack }) => {
      const investor = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      const other = lng === 'ru' ? 'en' : 'ru'
      const form = await visitor.visit('/cabinet/settings/language')
      const page = await visitor.press(form, say('settings:save'), { lng: other })
      expect(page.$('html').attr('lang')).toBe(other)
      expectSaved(page, textsOf(other)('flash:dataUpdated'))
      expect(visitor.cookie()).toMatch(new RegExp(`(^|; )lng=${other}(;|$)`))
      const { user } = await investor.ask('POST', '/user/profile', {})
      expect(user).toMatchObject({ language: other })
    })

    test('sessions are listed, the current one marked, and ended one by one or all at once', async ({
      stack,
    }) => {
      // Registration created one session, besides those of the two visitors.
      const investor = await newInvestor(stack.backendUrl)
      const elsewhere = await signedIn(stack.url, investor, lng)
      const visitor = await signedIn(stack.url, investor, lng)
      const page = await visitor.visit('/cabinet/settings/sessions')
      expect(rowsOf(page)).toHaveLength(3)
      expect(rowsOf(page)[0]?.join(' ')).toContain(say('security:sessions.current'))
      expect(page.$('main tbody tr').first().find('button')).toHaveLength(0)

      const last = page.$('main tbody tr').last().find('[name="id"]').attr('value') ?? ''
      const prompt = await visitor.press(page, `value="${last}"`)
      expectHint(prompt, say('security:sessions.passwordHint'))
      const wrong = await visitor.press(prompt, `value="${last}"`, { currentPassword: 'not this one' })
      expectErrors(wrong, [say('refusals:code.password_wrong')])
      expect(rowsOf(wrong)).toHaveLength(3)
      const fewer = await visitor.press(wrong, `value="${last}"`, { currentPassword })
      expectSaved(fewer, say('flash:sessionEnded'))
      expect(rowsOf(fewer)).toHaveLength(2)
      // The password and the code are good for five minutes.
      const alone = await visitor.press(fewer, say('security:sessions.endOthers'))
      expectSaved(alone, say('flash:sessionsEnded'))
      expect(alone.text).toContain(say('security:sessions.onlyThis'))
      expect((await elsewhere.visit('/cabinet')).url.pathname).toBe('/login')
    })

    test("the account's data can be downloaded, and their deletion requested", async ({ stack }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '50' })
      let visitor = await signedIn(stack.url, investor, lng)
      const take = (page: Answer, typed?: Record<string, string>) =>
        visitor.press(page, say('security:data.downloadFile'), typed)
      const prompt = await take(await visitor.visit('/cabinet/settings/data'))
      expectHint(prompt, say('security:data.passwordHint'))
      const wrong = await take(prompt, { currentPassword: 'not this one' })
      expectErrors(wrong, [say('refusals:code.password_wrong')])
      expectErrors(await take(wrong), [say('refusals:code.password_required')])
      const file = await take(wrong, { currentPassword })
      expect(file.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="${investor.login}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
      )
      const held = JSON.parse(file.html) as Record<string, unknown>
      expect(JSON.stringify(held)).toContain(investor.email)
      expect(held['refills']).toHaveLength(1)

      visitor = await signedIn(stack.url, investor, lng)
      let page = await visitor.follow(
        await visitor.visit('/cabinet/settings/data'),
        say('security:data.askDeletion'),
      )
      expect(page.textOf('main h1')).toBe(say('security:deletion.title'))
      const confirm = async (typed?: Record<string, string>) =>
        (page = await visitor.press(page, say('common:action.confirm'), typed))
      await confirm()
      expectHint(page, say('security:deletion.passwordHint'))
      await confirm({ currentPassword: 'not this one' })
      expectErrors(page, [say('refusals:code.password_wrong')])
      await confirm({ currentPassword })
      expect(page.textOf('main h1')).toBe(say('security:deletion.askedTitle'))
      expect(page.$('main #kept li, main section li')).toHaveLength(4)
    })

    test('invalid documents are refused with their reasons; valid ones are accepted and judged', async ({
      stack,
    }) => {
      const investor = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      const open = () => visitor.visit('/cabinet/settings/verification')
      let page = await open()
      const sendDocuments = async (typed?: Record<string, string | File>) =>
        (page = await visitor.press(page, 'name="documentNumber"', typed))
      expect(page.text).toContain(say('common:status.verification.none'))
      await sendDocuments()
      expectErrors(page, emptyDocumentsProblems(say))

      const said = {
        fullName: 'Каи Морской',
        birthDate: '1990-02-03',
        documentNumber: 'LT 12345678',
        maritalStatus: 'single',
      }
      const photos = (photoWallet = fileOf('jpg')) => ({
        photoDocument: fileOf('jpg'),
        photoLogin: fileOf('jpg'),
        photoWallet,
      })
      const tooLarge = say('refusals:code.too_large', { max: say('common:form.megabytes', { max: 10 }) })
      const unsupported = say('refusals:code.unsupported_file')
      for (const [file, reason] of [
        [fileOf('png', 10 * 1024 * 1024 + 1), tooLarge],
        [new File([], 'wallet.png'), unsupported],
        [new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'wallet.png'), unsupported],
      ] as const) {
        await sendDocuments({ ...said, ...photos(file) })
        expectErrors(page, [reason])
        expectTyped(page, said)
      }

      await sendDocuments(photos())
      expectSaved(page, say('flash:requestSent'))
      expect(page.text).toContain(say('security:verification.sentence.in_process'))
      expect(page.text).toContain('•••• 5678')
      expect(page.$('main form')).toHaveLength(0)

      await decideOnDocuments(stack.backendUrl, investor, {
        decision: 'reject',
        reason: 'The photo is blurred',
      })
      page = await open()
      expect(page.text).toContain('The photo is blurred')
      await sendDocuments({ ...said, ...photos() })
      expectSaved(page, say('flash:requestSent'))
      await decideOnDocuments(stack.backendUrl, investor, { decision: 'approve' })
      expect((await open()).text).toContain(say('security:verification.sentence.successful'))
    })
  })

/** The summary lists exactly these errors, and each is at its field too. */
function expectErrors(page: Answer, texts: string[]): void {
  expect(page.refused).toEqual({ problems: texts, fields: texts.length })
}

/** Checks that the page asks for the password, with a reason and not as an error. */
function expectHint(page: Answer, hint: string): void {
  const field = page.$('main [name="currentPassword"]')
  expect(field.is('[autofocus]')).toBe(true)
  const described = (field.attr('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => page.textOf(`[id="${id}"]`)).join(' ')).toBe(hint)
  expect(page.refused).toEqual({ problems: [], fields: 0 })
}

function expectSaved(page: Answer, text: string): void {
  expect(page.textOf('main [role="status"]')).toContain(text)
}

function expectTyped(page: Answer, fields: Record<string, string>): void {
  const typed = Object.keys(fields).map((name) => [name, page.typed(name)])
  expect(Object.fromEntries(typed)).toEqual(fields)
}

/** The name of the field with this network's label. */
function fieldOf({ $ }: Answer, network: string): string {
  const label = $('main label').filter((_, one) => $(one).text().includes(network))
  return $(`[id="${label.attr('for')}"]`).attr('name') ?? ''
}
