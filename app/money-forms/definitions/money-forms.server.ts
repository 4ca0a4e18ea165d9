import { type FormName } from '../types'
import { creatingBatch, dissolvingBatch, reportingTransfers, takingOutOfBatch } from './batches.server'
import { cancellation } from './cancellation.server'
import { clearingHold } from './clearing-hold.server'
import { closing } from './closing.server'
import {
  applicationDecision,
  inquiryDecision,
  paymentDecision,
  refillDecision,
  transferDecision,
  verificationDecision,
} from './decisions.server'
import { decideProposal } from './decide-proposal.server'
import { type FormDefinition } from './define-money-form.server'
import { exchange } from './exchange.server'
import {
  correctBalance,
  decideUser,
  endSessions,
  removeFactors,
  replaceContacts,
  unfreezeUser,
} from './investor-changes.server'
import { opening } from './opening.server'
import {
  addingAddresses,
  creatingNews,
  creatingOption,
  creatingPlan,
  publishingNews,
  sendingMailing,
  settingRate,
  withdrawingNews,
} from './operator-content.server'
import { subscription } from './subscription.server'
import { takeBackRewards } from './take-back-rewards.server'
import { topUp } from './top-up.server'
import { withdrawal } from './withdrawal.server'

/** Every form that moves money, by the upstream's call that it makes. */
export const moneyForms: Record<FormName, FormDefinition> = {
  'refills.create': topUp,
  'deposits.create': opening,
  'deposits.close': closing,
  'payments.create': withdrawal,
  'paymentCancel.cancel': cancellation,
  'user.exchange': exchange,
  'user.subscription': subscription,
  'operator.takeBackRewards': takeBackRewards,
  'operator.decideUser': decideUser,
  'operator.unfreezeUser': unfreezeUser,
  'operator.removeFactors': removeFactors,
  'operator.replaceContacts': replaceContacts,
  'operator.endSessions': endSessions,
  'operator.correctBalance': correctBalance,
  'operator.createNews': creatingNews,
  'operator.publishNews': publishingNews,
  'operator.withdrawNews': withdrawingNews,
  'operator.createMailing': sendingMailing,
  'operator.createPlan': creatingPlan,
  'operator.createSubscriptionOption': creatingOption,
  'operator.addAddresses': addingAddresses,
  'operator.decidePayment': paymentDecision,
  'operator.decideRefill': refillDecision,
  'operator.decideTransfer': transferDecision,
  'operator.decideVerification': verificationDecision,
  'operator.clearAnomaly': clearingHold,
  'operator.setRate': settingRate,
  'operator.decideInquiry': inquiryDecision,
  'operator.decideApplication': applicationDecision,
  'operator.decideProposal': decideProposal,
  'operator.createBatch': creatingBatch,
  'operator.dissolveBatch': dissolvingBatch,
  'operator.takeOutOfBatch': takingOutOfBatch,
  'operator.reportTransfers': reportingTransfers,
}
