import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { after, join } from '../../tests/support/funds'
import { newsView } from './published-news'
import { eraseAccount } from '../accounts/erase-account'
import { news } from '../db/schema/operator'
import { notifications } from '../db/schema/notifications'
import { users } from '../db/schema/users'
import { messageOf } from '../notifications/words'
import { type Mailing, sendMailing } from './mailing'
import { createNews, editNews, withdrawNews } from './news'

const both = (ru: string, en: string) => ({ ru, en })
const draft = {
  title: both('Новые адреса', 'New addresses'),
  summary: both('Коротко', 'In short'),
  body: both('<p>Подробно</p><script>alert(1)</script>', '<p>At length</p><script>alert(1)</script>'),
  image: null,
  top: false,
}

describeCompany('what the operator writes', (company) => {
  const create = (change = {}) =>
    company.database.db.transaction((tx) => createNews(tx, company.operator(), { ...draft, ...change }))
  const edit = (id: string, change: Parameters<typeof editNews>[2] | object) =>
    company.database.db.transaction((tx) => editNews(tx, company.operator(), { id, ...change }))

  test('news is published now in both languages, with its body unchanged', async () => {
    const created = await create()
    expect(created).toMatchObject({ ...draft, publishedAt: after(1), withdrawnAt: null })
    expect(newsView(created, 'ru')).toMatchObject({ title: 'Новые адреса', summary: 'Коротко' })
    expect(newsView(created, 'en')).toMatchObject({ title: 'New addresses', summary: 'In short' })
    expect(await trailOf(company.database.db)).toContain(`news.create ${created.id} by ${company.operatorId}`)
  })

  test('news can be published at another moment', async () => {
    const created = await create({ publishedAt: after(9).toISOString() })
    expect(created.publishedAt).toEqual(after(9))
  })

  test('an edit changes the named fields and nothing else', async () => {
    const { id } = await create()
    const edited = await edit(id, { top: true, title: both('Иначе', 'Otherwise') })
    expect(edited).toMatchObject({ ...draft, top: true, title: both('Иначе', 'Otherwise') })
    expect(await edit(id, {})).toEqual(edited)
  })

  test('withdrawn news is hidden, and stays in the database', async () => {
    const { id } = await create()
    const withdraw = () => company.database.db.transaction((tx) => withdrawNews(tx, company.operator(), id))
    await withdraw()
    await expect(withdraw()).rejects.toMatchObject({ code: 'not_found' })
    await expect(edit(id, { top: true })).rejects.toMatchObject({ code: 'not_found' })
    const [kept] = await company.database.db.select().from(news).where(eq(news.id, id))
    expect(kept).toMatchObject({ ...draft, withdrawnAt: after(1) })
    expect((await trailOf(company.database.db)).filter((line) => line.includes(id))).toHaveLength(2)
  })

  describe('a mailing', () => {
    const message = both('<p>Здравствуйте</p>', '<p>Hello</p>')
    const send = (mailing: Partial<Mailing> = {}) =>
      company.database.db.transaction((tx) =>
        sendMailing(tx, company.operator(), { message, image: null, ...mailing }),
      )
    const mailOf = (userId: string) =>
      company.database.db.select().from(notifications).where(eq(notifications.userId, userId))

    test('reaches every investor in the language of the reader, and no operator', async () => {
      const investors = [
        await join(company.database.db),
        await join(company.database.db),
        await join(company.database.db),
      ]
      expect(await send({ image: 'https://tideline.example/a.png' })).toBe(investors.length)
      for (const id of investors) {
        const [mail, ...more] = await mailOf(id)
        expect(more).toEqual([])
        expect(mail).toMatchObject({ type: 'mailing', image: 'https://tideline.example/a.png', readAt: null })
        expect([messageOf(mail!, 'ru'), messageOf(mail!, 'en')]).toEqual([message.ru, message.en])
      }
      expect(await mailOf(company.operatorId)).toEqual([])
      const all = await company.database.db.select({ id: notifications.id }).from(notifications)
      expect(all.every(({ id }) => /^[A-Za-z0-9._~-]{1,64}$/.test(id))).toBe(true)
      expect((await trailOf(company.database.db)).at(-1)).toMatch(/^mailing\.send \S+ by /)
    })

    test('is not for an erased account', async () => {
      const gone = await join(company.database.db)
      await company.database.db.transaction((tx) => eraseAccount(tx, company.operator(), gone))
      const investor = await join(company.database.db)
      await send()
      expect(await mailOf(gone)).toEqual([])
      expect(await mailOf(investor)).toHaveLength(1)
    })

    test('can be in one language, and is then the same in the other', async () => {
      const english = await join(company.database.db)
      await company.database.db.update(users).set({ language: 'en' }).where(eq(users.id, english))
      expect(await send({ language: 'en', message: both('', 'Hello') })).toBe(1)
      const [mail] = await mailOf(english)
      expect(messageOf(mail!, 'ru')).toBe('Hello')
    })

    test('is not sent with a missing text', async () => {
      await expect(send({ message: both(' ', 'Hello') })).rejects.toMatchObject({
        code: 'validation',
        fields: { 'message.ru': { code: 'required' } },
      })
      await expect(send({ message: both('Привет', ''), language: 'en' })).rejects.toMatchObject({
        fields: { 'message.en': { code: 'required' } },
      })
    })
  })
})
