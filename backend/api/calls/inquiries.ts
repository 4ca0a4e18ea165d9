import { contract } from '~/contract/index'
import { type Handler, publicHandler } from '../handler'
import { applyForVacancy, leaveMessage, subscribe } from '../../accounts/inquiries'
import { type Services } from '../../services'

/** Public inquiries to the company. */
export function inquiryCalls(services: Services): Handler[] {
  return [
    publicHandler(contract.inquiries.subscribe, async ({ body, address }) => {
      await subscribe(services, { ...body, from: address })
      return {}
    }),

    publicHandler(contract.inquiries.message, async ({ body, address, language }) => {
      await leaveMessage(services, { ...body, from: address, language })
      return {}
    }),

    publicHandler(contract.inquiries.apply, async ({ params, body, files, address, language }) => {
      await applyForVacancy(services, { vacancyId: params.id, ...body, language, from: address }, files)
      return {}
    }),
  ]
}
