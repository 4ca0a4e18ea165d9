import { contract } from '~/contract'
import { createPlan, editPlan } from '../desk/plans'
import { setRate } from '../desk/rates'
import { addAddresses } from '../desk/receiving-addresses'
import { editSetting } from '../desk/setting-edits'
import { planView } from '../funds/plans'
import { ratesAt } from '../funds/rates'
import { type BuiltCall, forCaller } from '../http/built-call'
import { runDueJobs } from '../jobs/due-jobs'
import { type Services } from '../services'
import { contextOf } from './funds-context'
import { deskOf } from './operator-context'

/** What the company sets: settings, plans, the addresses that it is paid to, the rates that it counts by. */
export function operatorTermsCalls(services: Services): BuiltCall[] {
  return [
    forCaller(contract.operator.editSetting, async ({ db, params: { key }, body }, caller) => {
      const { value } = body
      // What is due already is matched by the ranks as they were when it was.
      if (key === 'ranks') await runDueJobs(services.db, contextOf(services))
      return {
        key,
        value: await db.transaction((tx) => editSetting(tx, deskOf(services, caller), { key, value })),
      }
    }),

    forCaller(contract.operator.createPlan, async ({ db, body, language }, caller) => {
      const desk = deskOf(services, caller)
      return planView(await createPlan(db, desk, body), await ratesAt(db, desk.now), language)
    }),

    forCaller(contract.operator.editPlan, async ({ db, params: { id }, body, language }, caller) => {
      const desk = deskOf(services, caller)
      const edited = await db.transaction((tx) => editPlan(tx, desk, { id, ...body }))
      return planView(edited, await ratesAt(db, desk.now), language)
    }),

    forCaller(contract.operator.addAddresses, async ({ db, params: { id }, body }, caller) => ({
      free: await addAddresses(db, deskOf(services, caller), { id, ...body }),
    })),

    forCaller(contract.operator.setRate, ({ db, body }, caller) =>
      setRate(db, deskOf(services, caller), body),
    ),
  ]
}
