import { type FormName } from '../types'
import { cancellationForm } from './cancellation.server'
import { closingForm } from './closing.server'
import { type FormDefinition } from './define-money-form.server'
import { exchangeForm } from './exchange.server'
import { openingForm } from './opening.server'
import { subscriptionForm } from './subscription.server'
import { takeBackForm } from './take-back-rewards.server'
import { topUpForm } from './top-up.server'
import { withdrawalForm } from './withdrawal.server'

/** Every form that moves money, by the upstream's call that it makes. */
export const moneyForms: Record<FormName, FormDefinition> = {
  'refills.create': topUpForm,
  'deposits.create': openingForm,
  'deposits.close': closingForm,
  'payments.create': withdrawalForm,
  'paymentCancel.cancel': cancellationForm,
  'user.exchange': exchangeForm,
  'user.subscription': subscriptionForm,
  'operator.takeBackRewards': takeBackForm,
}
