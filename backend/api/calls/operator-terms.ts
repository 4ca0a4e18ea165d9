import { contract } from '~/contract/index'
import { createPlan, editPlan } from '../../operator/plans'
import { setRate } from '../../operator/rates'
import { addAddresses } from '../../operator/receiving-addresses'
import { editSetting } from '../../operator/setting-edits'
import { planView } from '../../funds/plans'
import { ratesAt } from '../../funds/rates'
import { type Handler, authenticated } from '../handler'
import { runDueJobs } from '../../jobs/due-jobs'
import { type Services } from '../../services'
import { contextOf } from './funds-context'
import { operatorContextOf } from './operator-context'

/** The company's terms: settings, plans, receiving addresses and rates. */
export function operatorTermsCalls(services: Services): Handler[] {
  return [
    authenticated(contract.operator.editSetting, async ({ db, params: { key }, body }, caller) => {
      const { value } = body
      // What was due before the change is matched by the previous ranks.
      if (key === 'ranks') await runDueJobs(services.db, contextOf(services))
      return {
        key,
        value: await db.transaction((tx) =>
          editSetting(tx, operatorContextOf(services, caller), { key, value }),
        ),
      }
    }),

    authenticated(contract.operator.createPlan, async ({ db, body, language }, caller) => {
      const operator = operatorContextOf(services, caller)
      return planView(await createPlan(db, operator, body), await ratesAt(db, operator.now), language)
    }),

    authenticated(contract.operator.editPlan, async ({ db, params: { id }, body, language }, caller) => {
      const operator = operatorContextOf(services, caller)
      const edited = await db.transaction((tx) => editPlan(tx, operator, { id, ...body }))
      return planView(edited, await ratesAt(db, operator.now), language)
    }),

    authenticated(contract.operator.addAddresses, async ({ db, params: { id }, body }, caller) => ({
      free: await addAddresses(db, operatorContextOf(services, caller), { id, ...body }),
    })),

    authenticated(contract.operator.setRate, ({ db, body }, caller) =>
      setRate(db, operatorContextOf(services, caller), body),
    ),
  ]
}
