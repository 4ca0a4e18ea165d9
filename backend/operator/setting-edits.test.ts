import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { until } from '../../tests/support/program'
import { paymentSystems, settings } from '../db/schema/settings'
import { inLanguage } from '../api/in-language'
import { editSetting, readSetting } from './setting-edits'

type Setting = Parameters<typeof editSetting>[2]

describeCompany('a setting that the operator changes', (company) => {
  const stored = async (key: string) => {
    const [row] = await company.database.db.select().from(settings).where(eq(settings.key, key))
    return row?.value
  }
  const edit = (key: Setting['key'], value: unknown) =>
    company.database.db.transaction((tx) => editSetting(tx, company.operator(), { key, value }))
  const contacts = {
    email: 'help@tideline.example',
    messenger: { name: 'Signal', url: 'https://tideline.example/signal' },
    hours: { ru: 'по будням', en: 'on weekdays' },
  }

  test('has its texts in both languages, or once if they are the same', async () => {
    expect(await edit('contacts', contacts)).toEqual(contacts)
    expect(inLanguage(await stored('contacts'), 'ru')).toMatchObject({ hours: 'по будням' })
    expect(inLanguage(await stored('contacts'), 'en')).toMatchObject({
      hours: 'on weekdays',
      messenger: { name: 'Signal' },
    })
    expect((await trailOf(company.database.db)).at(-1)).toBe(`setting.edit contacts by ${company.operatorId}`)
  })

  test('is checked against its own schema, not that of another setting', async () => {
    const before = await stored('ranks')
    await expect(edit('ranks', contacts)).rejects.toMatchObject({ code: 'validation' })
    // The schema of the contract, and that of the referral programme.
    await expect(edit('ranks', [{ level: 1, percent: '7' }])).rejects.toMatchObject({
      fields: { 'value.0.rank': { code: 'invalid' }, 'value.0.turnover': { code: 'required' } },
    })
    expect(await stored('ranks')).toEqual(before)
  })

  test('is not overwritten by who has read an earlier version of it', async () => {
    const read = () => readSetting(company.database.db, 'contacts')
    await edit('contacts', contacts)
    const { version } = await read()
    const save = (value: unknown) =>
      company.database.db.transaction((tx) =>
        editSetting(tx, company.operator(), { key: 'contacts', value, version }),
      )
    const theirs = { ...contacts, email: 'theirs@tideline.example' }
    await save(theirs)
    await expect(save({ ...contacts, email: 'mine@tideline.example' })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    })
    expect((await read()).value).toEqual(theirs)
    await save(theirs)
  })

  test('that has never been set has a version too, which the first edit ends', async () => {
    const { value, version } = await readSetting(company.database.db, 'faq')
    expect(value).toBeNull()
    const save = (question: string) =>
      company.database.db.transaction((tx) =>
        editSetting(tx, company.operator(), { key: 'faq', value: [{ question, answer: 'A' }], version }),
      )
    await save('One?')
    await expect(save('Another?')).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })

  test('that two operators set for the first time at the same moment is that of the first', async () => {
    const { db } = company.database
    await db.delete(settings).where(eq(settings.key, 'faq'))
    const { version } = await readSetting(db, 'faq')
    const save = (tx: typeof db, question: string) =>
      editSetting(tx, company.operator(), { key: 'faq', value: [{ question, answer: 'A' }], version })
    const isWaiting = async () => {
      const { rows } = await db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length > 0
    }
    let second: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await save(tx, 'One?')
      second = db.transaction((other) => save(other, 'Another?')).catch((error: unknown) => error)
      await until('the second waits', isWaiting)
    })
    expect(await second).toMatchObject({ code: 'changed_meanwhile' })
    expect(await stored('faq')).toMatchObject([{ question: 'One?' }])
  })

  const insured = {
    text: 'Policy 7',
    provider: 'An insurer',
    document: 'https://tideline.example/policy.pdf',
  }
  test.each([
    ['guarantee', { ...insured, provider: { ru: 'Гарант', en: ' ' } }, 'provider'],
    ['insurance', { ...insured, text: '' }, 'text'],
    ['insurance', { ...insured, document: 'our word' }, 'document'],
  ])('of disclosures needs the substance of its %s: %o', async (kind, shown, part) => {
    const value = { guarantee: null, insurance: null, notCovered: [], [kind]: shown }
    await expect(edit('disclosures', value)).rejects.toMatchObject({
      code: 'validation',
      fields: { [`value.${kind}.${part}`]: {} },
    })
    await edit('disclosures', { ...value, [kind]: insured })
  })

  const spark = { rank: 'spark', turnover: '1000', percent: '5', bonus: '10' }
  test.each<[Setting['key'], unknown, string]>([
    ['contacts', { ...contacts, hours: { ru: 'по будням' } }, 'value.hours'],
    ['contacts', undefined, 'value'],
    ['ranks', [{ ...spark, rank: 'minnow' }], 'value.0.rank'],
    ['ranks', [{ ...spark, bonus: '-1' }], 'value.0.bonus'],
    ['ranks', [{ ...spark, percent: '100.5' }], 'value.0.percent'],
    ['ranks', [spark, spark], 'value.1.rank'],
    ['ranks', [spark, { ...spark, rank: 'whale', turnover: '999' }], 'value.1.turnover'],
    ['referral', [{ level: 0, percent: '7' }], 'value.0.level'],
    ['referral', [3, 4].map((level) => ({ level, percent: '1' })), 'value.1.level'],
    ['rewards', {}, 'value.holdFirstTerm'],
    ['rewards', { holdFirstTerm: 'no' }, 'value.holdFirstTerm'],
    ['referral', [1, 1].map((level) => ({ level, percent: '7' })), 'value.1.level'],
  ])('of %s is refused at its field: %o', async (key, value, field) => {
    await expect(edit(key, value)).rejects.toMatchObject({
      code: 'validation',
      fields: { [field]: { code: expect.any(String) as string } },
    })
  })

  test('of limits is applied', async () => {
    const limits = {
      exchange: { min: '15' },
      refill: { min: '12' },
      payment: { minUsd: { 'usdt-trc20': '25', trx: '26', btc: '120', eth: '121' } },
      deposit: { min: '100' },
    }
    await edit('limits', limits)
    const systems = await company.database.db.select().from(paymentSystems)
    expect(Object.fromEntries(systems.map(({ id, paymentMinUsd }) => [id, paymentMinUsd]))).toEqual(
      limits.payment.minUsd,
    )
    expect(systems.map(({ refillMinUsd }) => refillMinUsd)).toEqual(['12', '12', '12', '12'])

    const lacking = { ...limits, payment: { minUsd: { 'usdt-trc20': '25' } } }
    await expect(edit('limits', lacking)).rejects.toMatchObject({ code: 'validation' })
    const unknown = { ...limits, payment: { minUsd: { ...limits.payment.minUsd, doge: '1' } } }
    await expect(edit('limits', unknown)).rejects.toMatchObject({ field: 'value.payment.minUsd.doge' })
    // It is the minimum of the smallest plan, and is changed there.
    const otherMin = { ...limits, deposit: { min: '90' } }
    await expect(edit('limits', otherMin)).rejects.toMatchObject({ field: 'value.deposit.min' })
  })
})
