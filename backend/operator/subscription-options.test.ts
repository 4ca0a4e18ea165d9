import { expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { createOption, editOption, listWrittenOptions } from './subscription-options'

describeCompany('an option of the subscription', (company) => {
  const read = () => listWrittenOptions(company.database.db)
  const draft: Parameters<typeof createOption>[2] = {
    title: { ru: 'Неделя', en: 'A week' },
    days: 7,
    price: '5',
    benefits: [{ ru: 'Без комиссии', en: 'No fee' }],
    freePayments: true,
    available: false,
  }
  const create = () => company.database.db.transaction((tx) => createOption(tx, company.operator(), draft))
  const edit = (id: string, change: Omit<Parameters<typeof editOption>[2], 'id'>) =>
    company.database.db.transaction((tx) => editOption(tx, company.operator(), { id, ...change }))

  test('is added behind the others', async () => {
    const before = await read()
    const created = await create()
    expect(created).toMatchObject(draft)
    expect(await read()).toEqual([...before, created])
    expect((await trailOf(company.database.db)).at(-1)).toBe(
      `subscription_option.create ${created.id} by ${company.operatorId}`,
    )
  })

  test('is changed in what is named, and not by who has read an earlier version of it', async () => {
    const { id, version } = await create()
    const edited = await edit(id, { price: '6', available: true, version })
    expect(edited).toMatchObject({ ...draft, price: '6', available: true })
    await expect(edit(id, { price: '7', version })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect((await read()).find((option) => option.id === id)).toEqual(edited)
    await expect(edit('none', {})).rejects.toMatchObject({ code: 'not_found' })
  })
})
