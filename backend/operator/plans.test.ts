import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type PlanDraft } from '~/contract/extensions/operator/content'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { after, at, firstDay, join, topUp } from '../../tests/support/funds'
import { deposits } from '../db/schema/deposits'
import { plans, settings } from '../db/schema/settings'
import { openDeposit } from '../funds/deposits'
import { runDueJobs } from '../jobs/due-jobs'
import { createPlan, editPlan, listWrittenPlans } from './plans'

describeCompany('a plan of the operator', (company) => {
  const stored = async (key: string) => {
    const [row] = await company.database.db.select().from(settings).where(eq(settings.key, key))
    return row?.value
  }
  const plan = async (id: string) =>
    (await company.database.db.select().from(plans).where(eq(plans.id, id))).at(0)

  const draft: Parameters<typeof createPlan>[2] = {
    tariff: 'breeze',
    title: { ru: 'Бриз плюс', en: 'Breeze plus' },
    dailyPercent: '1.5',
    min: '50',
    max: '500',
    termDays: 30,
    extension: { days: 20, multiplier: '1.5' },
    available: true,
  }
  const change = (id: string, edited: Partial<typeof PlanDraft._zod.output>) =>
    company.database.db.transaction((tx) => editPlan(tx, company.operator(), { id, ...edited }))

  test('is added behind the others and can be opened', async () => {
    const created = await company.database.db.transaction((tx) => createPlan(tx, company.operator(), draft))
    expect(created).toMatchObject({
      position: 4,
      extensionDays: 20,
      extensionMultiplier: '1.5',
      max: '500',
    })
    const userId = await join(company.database.db)
    await topUp(company.database.db, { userId, amount: '60' })
    const request = { userId, planId: created.id, currency: 'USDT', amount: '60' }
    const opened = await company.database.db.transaction((tx) => openDeposit(tx, at(after(1)), request))
    expect(opened).toMatchObject({ termDays: 30, dailyPercent: '1.5' })
    expect(await stored('limits')).toMatchObject({ deposit: { min: '50' } })
    await change(created.id, { available: false })
    expect(await stored('limits')).toMatchObject({ deposit: { min: '100' } })
  })

  test('can be changed without an effect on open deposits', async () => {
    const userId = await join(company.database.db)
    await topUp(company.database.db, { userId, amount: '2000' })
    const open = (now: Date) =>
      company.database.db.transaction((tx) =>
        openDeposit(tx, at(now), { userId, planId: 'breeze', currency: 'USDT', amount: '1000' }),
      )
    const rowOf = async ({ id }: { id: string }) =>
      (await company.database.db.select().from(deposits).where(eq(deposits.id, id)))[0]
    const before = await open(firstDay)
    const edited = await change('breeze', {
      title: { ru: 'Штиль', en: 'Calm' },
      dailyPercent: '0.5',
      termDays: 10,
      extension: { days: 5, multiplier: '3' },
    })
    expect(edited).toMatchObject({ dailyPercent: '0.5', termDays: 10, extensionDays: 5, min: '100' })
    expect(await rowOf(before)).toEqual(before)

    const since = await open(firstDay)
    await runDueJobs(company.database.db, at(after(1)))
    expect([(await rowOf(before))?.accrued, (await rowOf(since))?.accrued]).toEqual(['11.1', '5'])
    expect(await trailOf(company.database.db)).toContain(`plan.edit breeze by ${company.operatorId}`)
  })

  test('keeps its bounds in order', async () => {
    await expect(change('depth', { max: '4999' })).rejects.toMatchObject({
      code: 'validation',
      fields: { max: { code: 'amount_below_min', params: { min: '5000' } } },
    })
    await expect(change('depth', { min: '25000' })).rejects.toMatchObject({ code: 'validation' })
    expect(await change('depth', { max: null })).toMatchObject({ min: '5000', max: null })
    await expect(change('none', {})).rejects.toMatchObject({ code: 'not_found' })
    expect(await plan('depth')).toMatchObject({ dailyPercent: '2.22' })
  })

  test('is listed with its open deposits, and not overwritten by who has read an earlier version', async () => {
    const read = async () =>
      (await listWrittenPlans(company.database.db)).items.find(({ id }) => id === 'depth')!
    const before = await read()
    const userId = await join(company.database.db)
    await topUp(company.database.db, { userId, amount: '6000' })
    const request = { userId, planId: 'depth', currency: 'USDT', amount: '6000' }
    await company.database.db.transaction((tx) => openDeposit(tx, at(after(1)), request))
    expect(await read()).toEqual({ ...before, openDeposits: before.openDeposits + 1 })

    const save = (dailyPercent: string) =>
      company.database.db.transaction((tx) =>
        editPlan(tx, company.operator(), { id: 'depth', dailyPercent, version: before.version }),
      )
    await save('2.3')
    await expect(save('2.4')).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(await read()).toMatchObject({ dailyPercent: '2.3', title: before.title })
  })
})
