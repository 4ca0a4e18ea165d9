import { eq } from 'drizzle-orm'
import { contract } from '~/contract/index'
import { type Db } from '../../db/connect'
import { plans } from '../../db/schema/settings'
import { planView } from '../../funds/plans'
import { ratesAt } from '../../funds/rates'
import { addressSupply } from '../../funds/receiving-addresses'
import { changes } from '../../operator/changes'
import { listWrittenPaymentSystems } from '../../operator/payment-systems'
import { listWrittenPlans } from '../../operator/plans'
import { readSetting } from '../../operator/setting-edits'
import { listWrittenOptions } from '../../operator/subscription-options'
import { type Services } from '../../services'
import { type Handler, authenticated } from '../handler'
import { changing } from './four-eyes'
import { contextOf } from './funds-context'

/**
 * The company's terms: settings, plans, payment systems and their addresses, subscriptions and rates. Each change may
 * need a second operator.
 */
export function operatorTermsCalls(services: Services): Handler[] {
  return [
    authenticated(contract.operator.setting, ({ db, params: { key } }) => readSetting(db, key)),

    changing(services, contract.operator.editSetting, changes.settingEdit, {
      input: ({ params, body: { value, version, reason } }) => ({ ...params, value, version, reason }),
      answer: async (_made, { db, params: { key } }) => {
        const { value } = await readSetting(db, key)
        return { key, value }
      },
    }),

    authenticated(contract.operator.plans, ({ db }) => listWrittenPlans(db)),

    changing(services, contract.operator.createPlan, changes.newPlan, {
      input: ({ body }) => body,
      answer: async (made, { db, language }) => ({
        plan: made && planView(made, await ratesAt(db, contextOf(services).now), language),
      }),
    }),

    changing(services, contract.operator.editPlan, changes.planEdit, {
      input: ({ params, body }) => ({ ...params, ...body }),
      async answer(_made, { db, params: { id }, language }) {
        const [plan] = await db.select().from(plans).where(eq(plans.id, id))
        return planView(plan!, await ratesAt(db, contextOf(services).now), language) // it was found by the change
      },
    }),

    authenticated(contract.operator.paymentSystems, async ({ db }) => ({
      items: await listWrittenPaymentSystems(db, contextOf(services)),
    })),

    changing(services, contract.operator.editPaymentSystem, changes.paymentSystemEdit, {
      input: ({ params, body }) => ({ ...params, ...body }),
      async answer(_made, { db, params }) {
        const systems = await listWrittenPaymentSystems(db, contextOf(services))
        return systems.find(({ id }) => id === params.id)! // it was found by the change
      },
    }),

    authenticated(contract.operator.subscriptionOptions, async ({ db }) => ({
      items: await listWrittenOptions(db),
    })),

    changing(services, contract.operator.createSubscriptionOption, changes.newSubscriptionOption, {
      input: ({ body }) => body,
      answer: (option) => Promise.resolve({ option }),
    }),

    changing(services, contract.operator.editSubscriptionOption, changes.subscriptionOptionEdit, {
      input: ({ params, body }) => ({ ...params, ...body }),
      async answer(_made, { db, params }) {
        const options = await listWrittenOptions(db)
        return options.find(({ id }) => id === params.id)! // it was found by the change
      },
    }),

    changing(services, contract.operator.addAddresses, changes.newAddresses, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (made, { db, params: { id } }) => ({
        system: id,
        free: made ?? (await freeAddresses(db, services, id)),
      }),
    }),

    changing(services, contract.operator.setRate, changes.newRate, {
      input: ({ body }) => body,
      answer: (rate) => Promise.resolve({ rate }),
    }),
  ]
}

async function freeAddresses(db: Db, services: Services, id: string): Promise<number> {
  const supply = await addressSupply(db, contextOf(services))
  return supply.find(({ systemId }) => systemId === id)?.free ?? 0
}
