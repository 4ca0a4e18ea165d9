import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language } from '~/contract/languages'
import { operatorContextOf, hire } from '../../tests/support/operator-context'
import { after } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { createNews, withdrawNews } from './news'
import { listNews, newsItemOf } from './published-news'

let database: TestDatabase
let operatorId: string

const publish = (title: string, day: number) =>
  createNews(database.db, operatorContextOf(operatorId, after(0)), {
    title: { ru: `${title} по-русски`, en: title },
    summary: { ru: 'Коротко', en: 'In short' },
    body: { ru: '<p>Подробно</p>', en: '<p>At length</p>' },
    image: null,
    top: title === 'Second',
    publishedAt: after(day).toISOString(),
  })
const reader = (day: number, language: Language = 'en') => ({ now: after(day), language })

describe.each(serversFor('published-news'))('news on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    operatorId = await hire(database.db)
  })
  afterAll(() => database.drop())

  test('are shown from their publication until they are withdrawn, in the reader’s language', async () => {
    await publish('First', 1)
    const { id: second } = await publish('Second', 2)
    const { id: third } = await publish('Third', 3)
    const titles = async (day: number, query = {}, language: Language = 'en') =>
      (await listNews(database.db, reader(day, language), query)).items.map(({ title }) => title)

    expect(await titles(2)).toEqual(['Second', 'First'])
    expect(await titles(3, { sort: 'title' }, 'ru')).toEqual([
      'First по-русски',
      'Second по-русски',
      'Third по-русски',
    ])
    expect(await titles(3, { page: 2, limit: 2 })).toEqual(['First'])
    expect(await titles(3, { search: 'sec' })).toEqual(['Second'])
    expect(await titles(3, { search: 'русски' })).toEqual([])

    await expect(newsItemOf(database.db, reader(2), third)).rejects.toMatchObject({ code: 'not_found' })
    expect(await newsItemOf(database.db, reader(3, 'ru'), third)).toMatchObject({ body: '<p>Подробно</p>' })
    await withdrawNews(database.db, operatorContextOf(operatorId, after(4)), second)
    expect(await titles(4)).toEqual(['Third', 'First'])
    await expect(newsItemOf(database.db, reader(4), second)).rejects.toMatchObject({ code: 'not_found' })
  })
})
