import { type FastifyInstance } from 'fastify'
import { checkInput, nestsTooDeep } from './input-limits'
import { Refusal } from '../domain/refusal'
import { BtcpayEvent, paymentTypes } from '../money-in/btcpay'
import { type MoneyIn } from '../money-in/money-in'
import { HookEvent } from '../money-in/sighting'
import { signedEventId } from '../money-in/signature'

/** The calls of payment processors, which are no part of the contract: they have no bearer and sign the body instead. */

/** An event is a few hundred bytes. */
const bodyLimit = 16 * 1024

export function addPaymentHooks(app: FastifyInstance, { inbox, hookSecrets, btcpay }: MoneyIn): void {
  void app.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers()
    // Signatures are over the bytes as they came.
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )

    hooks.post(
      '/api/hooks/payments',
      { bodyLimit, config: { call: 'hooks.payments' } },
      async (request, reply) => {
        if (hookSecrets.length === 0) throw new Refusal('not_found')
        const body = typeof request.body === 'string' ? request.body : ''
        const eventId = signedEventId(hookSecrets, request.headers, body)
        if (eventId === null) throw new Refusal('unauthorized')
        const given = parse(body)
        checkInput('', {}, given)
        const event = HookEvent.safeParse(given)
        if (!event.success) throw new Refusal('validation')
        const isNew = await inbox.accept({ source: 'hook', eventId, body: event.data })
        return reply.status(202).send({ status: isNew ? 'accepted' : 'known' })
      },
    )

    hooks.post(
      '/api/hooks/btcpay',
      { bodyLimit, config: { call: 'hooks.btcpay' } },
      async (request, reply) => {
        if (!btcpay) throw new Refusal('not_found')
        const body = typeof request.body === 'string' ? request.body : ''
        if (!btcpay.isSigned(request.headers['btcpay-sig'], body)) throw new Refusal('unauthorized')
        const given = parse(body)
        checkInput('', {}, given)
        const event = BtcpayEvent.safeParse(given)
        if (!event.success || event.data.storeId !== btcpay.storeId) throw new Refusal('validation')
        const { type, invoiceId, deliveryId, originalDeliveryId, metadata } = event.data
        if (!paymentTypes.has(type) || !invoiceId) return reply.status(202).send({ status: 'ignored' })
        const eventId = originalDeliveryId || deliveryId
        const isNew = await inbox.accept({
          source: 'btcpay',
          eventId,
          body: { invoiceId, orderId: metadata?.orderId },
        })
        return reply.status(202).send({ status: isNew ? 'accepted' : 'known' })
      },
    )
    done()
  })
}

function parse(body: string): unknown {
  if (nestsTooDeep(body)) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
