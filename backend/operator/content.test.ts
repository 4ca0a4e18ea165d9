import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { describeCompany, hire, trailOf } from '../../tests/support/operator-context'
import { after, at, join, topUp } from '../../tests/support/funds'
import { listNews, newsView } from './published-news'
import { eraseAccount } from '../accounts/erase-account'
import { news } from '../db/schema/operator'
import { notifications } from '../db/schema/notifications'
import { users } from '../db/schema/users'
import { messageOf } from '../notifications/words'
import { openDeposit } from '../funds/deposits'
import { type Mailing, countRecipients, listMailings, sendMailing } from './mailing'
import { createNews, editNews, listWrittenNews, publishNews, withdrawNews, writtenNewsItem } from './news'

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

  const publish = (id: string, version?: string) =>
    company.database.db.transaction((tx) => publishNews(tx, company.operator(), { id, version }))
  const written = (id: string) => writtenNewsItem(company.database.db, { now: after(1) }, id)
  const isListed = async (id: string) => {
    const { items } = await listNews(company.database.db, { now: after(1), language: 'en' }, { limit: 100 })
    return items.some((item) => item.id === id)
  }

  test('a draft is on the site only once it is published', async () => {
    const { id } = await create({ publishedAt: null })
    expect(await written(id)).toMatchObject({ status: 'draft', publishedAt: null, body: draft.body })
    expect(await isListed(id)).toBe(false)
    const { version } = await written(id)
    await edit(id, { title: both('Иначе', 'Otherwise') })
    // What was previewed is what is published.
    await expect(publish(id, version)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await isListed(id)).toBe(false)
    await publish(id, (await written(id)).version)
    await publish(id)
    expect(await written(id)).toMatchObject({ status: 'published', publishedAt: after(1).toISOString() })
    expect(await isListed(id)).toBe(true)
    const trail = (await trailOf(company.database.db)).filter((record) => record.includes(id))
    expect(trail.map((record) => record.split(' ')[0])).toEqual(['news.create', 'news.edit', 'news.publish'])
  })

  test('of an item that was published in another form nobody is told that theirs is', async () => {
    const { id } = await create({ publishedAt: null })
    const { version: previewed } = await written(id)
    await edit(id, { title: both('Иначе', 'Otherwise') })
    const { version } = await written(id)
    await publish(id, version)
    await expect(publish(id, previewed)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    // The same press sent twice is one.
    expect(await publish(id, version)).toMatchObject({ title: both('Иначе', 'Otherwise') })
  })

  test('what is to come is listed for the operator by its state', async () => {
    const { id } = await create({ publishedAt: after(9).toISOString() })
    const idsOf = async (status: 'draft' | 'scheduled' | 'published' | 'withdrawn') => {
      const page = await listWrittenNews(company.database.db, { now: after(1) }, { status, limit: 100 })
      expect(page.items.every((item) => item.status === status)).toBe(true)
      return page.items.map((item) => item.id)
    }
    expect(await idsOf('scheduled')).toContain(id)
    for (const status of ['draft', 'published', 'withdrawn'] as const)
      expect(await idsOf(status)).not.toContain(id)
  })

  test('an edit of what another operator has changed since is refused with who and when, and changes nothing', async () => {
    const { id } = await create()
    const { version } = await written(id)
    const colleague = {
      ...company.operator(after(2)),
      operatorId: await hire(company.database.db, 'colleague'),
    }
    await company.database.db.transaction((tx) => editNews(tx, colleague, { id, top: true, version }))
    await expect(edit(id, { title: both('Моё', 'Mine'), version })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      params: { by: 'colleague', at: after(2).toISOString() },
    })
    expect(await written(id)).toMatchObject({ title: draft.title, top: true })
    // The same form sent twice is one edit.
    await edit(id, { top: true, version })
    await edit(id, { title: both('Моё', 'Mine'), version: (await written(id)).version })
    expect(await written(id)).toMatchObject({ title: both('Моё', 'Mine') })
  })

  test('withdrawn news is hidden, stays in the database, and can be published again under its date', async () => {
    const { id } = await create()
    const withdraw = () => company.database.db.transaction((tx) => withdrawNews(tx, company.operator(), id))
    await withdraw()
    await expect(withdraw()).rejects.toMatchObject({ code: 'not_found' })
    expect(await isListed(id)).toBe(false)
    const [kept] = await company.database.db.select().from(news).where(eq(news.id, id))
    expect(kept).toMatchObject({ ...draft, withdrawnAt: after(1) })
    expect((await trailOf(company.database.db)).filter((line) => line.includes(id))).toHaveLength(2)
    await edit(id, { top: true })
    expect(await isListed(id)).toBe(false)
    await publish(id)
    expect(await written(id)).toMatchObject({
      status: 'published',
      top: true,
      publishedAt: after(1).toISOString(),
    })
    expect(await isListed(id)).toBe(true)
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
      expect(await send({ image: 'https://tideline.example/a.png' })).toMatchObject({
        recipients: investors.length,
      })
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
      expect(await send({ language: 'en', message: both('', 'Hello') })).toMatchObject({ recipients: 1 })
      const [mail] = await mailOf(english)
      expect(messageOf(mail!, 'ru')).toBe('Hello')
    })

    test('reaches those whom its filters describe, as many as were counted before, and is listed with who sent it', async () => {
      const { db } = company.database
      const [invested, verified] = [await join(db), await join(db)]
      await topUp(db, { userId: invested, amount: '200' })
      await db.transaction((tx) =>
        openDeposit(tx, at(after(1)), {
          userId: invested,
          planId: 'breeze',
          currency: 'USDT',
          amount: '150',
        }),
      )
      await db.update(users).set({ verification: 'successful' }).where(eq(users.id, verified))

      for (const [audience, inside, outside] of [
        [{ deposits: 'open' }, invested, verified],
        [{ deposits: 'none' }, verified, invested],
        [{ verified: 'true' }, verified, invested],
        [{ verified: 'false' }, invested, verified],
      ] as const) {
        const counted = await countRecipients(db, audience)
        const before = [(await mailOf(inside)).length, (await mailOf(outside)).length]
        const { id, recipients } = await send(audience)
        expect(recipients).toBe(counted.ru + counted.en)
        expect([(await mailOf(inside)).length, (await mailOf(outside)).length]).toEqual([
          before[0]! + 1,
          before[1],
        ])
        const { items } = await listMailings(db, { limit: 100 })
        const [operator] = await db.select().from(users).where(eq(users.id, company.operatorId))
        expect(items.find((item) => item.id === id)).toEqual({
          ...{ id, message, image: null, audience, recipients },
          sentBy: operator!.login,
          sentAt: after(1).toISOString(),
        })
      }
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
