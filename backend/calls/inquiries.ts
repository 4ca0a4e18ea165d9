import { contract } from '~/contract'
import { type BuiltCall, forAnyone } from '../http/built-call'
import { applyForVacancy, leaveMessage, subscribe } from '../people/inquiries'
import { type Services } from '../services'

/** What anyone may ask of the company. */
export function inquiryCalls(services: Services): BuiltCall[] {
  return [
    forAnyone(contract.inquiries.subscribe, async ({ body, address }) => {
      await subscribe(services, { ...body, from: address })
      return {}
    }),

    forAnyone(contract.inquiries.message, async ({ body, address }) => {
      await leaveMessage(services, { ...body, from: address })
      return {}
    }),

    forAnyone(contract.inquiries.apply, async ({ params, body, files, address }) => {
      await applyForVacancy(services, { vacancyId: params.id, ...body, from: address }, files)
      return {}
    }),
  ]
}
