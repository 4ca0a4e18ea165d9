import { contract } from '~/contract/index'
import { stepUpOfKeyedCall } from '../../auth/second-factors/step-up'
import { maskedWallet, notifyOfWithdrawal } from '../../auth/security-notifications'
import { contextOf } from './funds-context'
import { balanceOf } from '../../funds/balance'
import { listDeposits } from '../../funds/deposit-list'
import { depositView } from '../../funds/deposit-view'
import { closeDeposit, openDeposit } from '../../funds/deposits'
import { listOperations } from '../../funds/operations'
import { cancelPayment } from '../../funds/payment-decisions'
import { listPayments, paymentView } from '../../funds/payment-list'
import { requestPayment } from '../../funds/payments'
import { holdIfUnusual } from '../../operator/anomalies'
import { listRefills, refillOf } from '../../funds/refill-list'
import { ProcessorInvoice, requestRefill } from '../../funds/refills'
import { type Handler, authenticated } from '../handler'
import { recordCall } from '../record-call'
import { type Services } from '../../services'
import { together } from '../../db/together'

/** Money in, at work and out. The rules are in `backend/funds` and `backend/domain`; here they are only called. */
export function fundsCalls(services: Services): Handler[] {
  const { productClock, timeZone } = services
  return [
    authenticated(contract.user.balance, ({ db }, { user }) => balanceOf(db, user.id, productClock.now())),

    authenticated(contract.user.operations, ({ db, query, language }, { user }) =>
      listOperations(db, { userId: user.id, now: productClock.now(), language, timeZone }, query),
    ),

    authenticated(contract.refills.list, ({ db, query, language }, { user }) =>
      listRefills(db, { userId: user.id, now: productClock.now(), language, timeZone }, query),
    ),

    authenticated(contract.refills.one, ({ db, params, language }, { user }) =>
      refillOf(db, { userId: user.id, now: productClock.now(), language }, params.id),
    ),

    authenticated(contract.refills.create, async (call, { user }) => {
      const { db, body, language, outside } = call
      const context = contextOf(services)
      const request = { userId: user.id, systemId: body.system, amount: body.amount }
      const given = outside instanceof ProcessorInvoice ? outside : undefined
      const { id, currency } = await requestRefill(db, context, request, given)
      const [values, reference] = [
        { amount: body.amount, currency },
        { kind: 'refill', id },
      ]
      await recordCall(services, call, user, { kind: 'refill_requested', values, reference })
      return refillOf(db, { userId: user.id, now: context.now, language }, id)
    }),

    authenticated(contract.deposits.list, ({ db, query, language }, { user }) =>
      listDeposits(db, { userId: user.id, language }, query),
    ),

    authenticated(contract.deposits.create, async (call, { user }) => {
      const { db, body, language } = call
      const context = contextOf(services)
      const deposit = await openDeposit(db, context, { userId: user.id, ...body })
      const { id, amount, currency } = deposit
      const [values, reference] = [
        { amount, currency },
        { kind: 'deposit', id },
      ]
      const [balance] = await together([
        balanceOf(db, user.id, context.now),
        recordCall(services, call, user, { kind: 'deposit_opened', values, reference }),
      ])
      return { deposit: depositView(deposit, language), balance }
    }),

    authenticated(contract.deposits.close, async (call, { user }) => {
      const { db, params, language } = call
      const context = contextOf(services)
      const deposit = await closeDeposit(db, context, { userId: user.id, depositId: params.id })
      const { id, amount, currency } = deposit
      const [values, reference] = [
        { amount, currency },
        { kind: 'deposit', id },
      ]
      const [balance] = await together([
        balanceOf(db, user.id, context.now),
        recordCall(services, call, user, { kind: 'deposit_closed', values, reference }),
      ])
      return { deposit: depositView(deposit, language), balance }
    }),

    authenticated(contract.payments.list, ({ db, query, language }, { user }) =>
      listPayments(db, { userId: user.id, language }, query),
    ),

    authenticated(contract.payments.create, async (call, caller) => {
      const { db, body, address, device, language } = call
      const { user } = caller
      const context = contextOf(services)
      const { system: systemId, currentPassword, ...request } = body
      const payment = await requestPayment(
        db,
        context,
        { userId: user.id, systemId, ...request },
        { stepUp: stepUpOfKeyedCall(services, { caller, currentPassword, address, device }) },
      )
      await notifyOfWithdrawal(db, services, user, payment)
      const { id, amount, currency, network } = payment
      const values = { amount, currency, wallet: maskedWallet(payment.wallet), network }
      const reference = { kind: 'payment', id }
      await recordCall(services, call, user, { kind: 'withdrawal_requested', values, reference })
      return {
        payment: paymentView(
          await holdIfUnusual(db, context, { userId: user.id, timeZone, address, device }, payment),
          language,
        ),
        balance: await balanceOf(db, user.id, context.now),
      }
    }),

    authenticated(contract.paymentCancel.cancel, async (call, { user }) => {
      const { db, params, language } = call
      const context = contextOf(services)
      const payment = await cancelPayment(db, context, { userId: user.id, paymentId: params.id })
      const { id, amount, currency } = payment
      const [values, reference] = [
        { amount, currency },
        { kind: 'payment', id },
      ]
      const [balance] = await together([
        balanceOf(db, user.id, context.now),
        recordCall(services, call, user, { kind: 'withdrawal_cancelled', values, reference }),
      ])
      return { payment: paymentView(payment, language), keptPurchase: payment.keptPurchase, balance }
    }),
  ]
}
