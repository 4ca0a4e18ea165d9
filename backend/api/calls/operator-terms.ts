import { contract } from '~/contract/index'
import { editPaymentSystem, listWrittenPaymentSystems } from '../../operator/payment-systems'
import { createPlan, editPlan, listWrittenPlans } from '../../operator/plans'
import { setRate } from '../../operator/rates'
import { addAddresses } from '../../operator/receiving-addresses'
import { editSetting, readSetting } from '../../operator/setting-edits'
import { createOption, editOption, listWrittenOptions } from '../../operator/subscription-options'
import { planView } from '../../funds/plans'
import { ratesAt } from '../../funds/rates'
import { type Handler, authenticated } from '../handler'
import { runDueJobs } from '../../jobs/due-jobs'
import { type Services } from '../../services'
import { contextOf } from './funds-context'
import { operatorContextOf } from './operator-context'

/** The company's terms: settings, plans, payment systems and their addresses, subscriptions and rates. */
export function operatorTermsCalls(services: Services): Handler[] {
  return [
    authenticated(contract.operator.setting, ({ db, params: { key } }) => readSetting(db, key)),

    authenticated(contract.operator.editSetting, async ({ db, params: { key }, body }, caller) => {
      const { value, version } = body
      // What was due before the change is matched by the previous ranks.
      if (key === 'ranks') await runDueJobs(services.db, contextOf(services))
      return {
        key,
        value: await db.transaction((tx) =>
          editSetting(tx, operatorContextOf(services, caller), { key, value, version }),
        ),
      }
    }),

    authenticated(contract.operator.plans, ({ db }) => listWrittenPlans(db)),

    authenticated(contract.operator.createPlan, async ({ db, body, language }, caller) => {
      const operator = operatorContextOf(services, caller)
      return planView(await createPlan(db, operator, body), await ratesAt(db, operator.now), language)
    }),

    authenticated(contract.operator.editPlan, async ({ db, params: { id }, body, language }, caller) => {
      const operator = operatorContextOf(services, caller)
      const edited = await db.transaction((tx) => editPlan(tx, operator, { id, ...body }))
      return planView(edited, await ratesAt(db, operator.now), language)
    }),

    authenticated(contract.operator.paymentSystems, async ({ db }) => ({
      items: await listWrittenPaymentSystems(db, contextOf(services)),
    })),

    authenticated(contract.operator.editPaymentSystem, ({ db, params: { id }, body }, caller) =>
      db.transaction((tx) => editPaymentSystem(tx, operatorContextOf(services, caller), { id, ...body })),
    ),

    authenticated(contract.operator.subscriptionOptions, async ({ db }) => ({
      items: await listWrittenOptions(db),
    })),

    authenticated(contract.operator.createSubscriptionOption, ({ db, body }, caller) =>
      createOption(db, operatorContextOf(services, caller), body),
    ),

    authenticated(contract.operator.editSubscriptionOption, ({ db, params: { id }, body }, caller) =>
      db.transaction((tx) => editOption(tx, operatorContextOf(services, caller), { id, ...body })),
    ),

    authenticated(contract.operator.addAddresses, async ({ db, params: { id }, body }, caller) => ({
      free: await addAddresses(db, operatorContextOf(services, caller), { id, ...body }),
    })),

    authenticated(contract.operator.setRate, ({ db, body }, caller) =>
      setRate(db, operatorContextOf(services, caller), body),
    ),
  ]
}
