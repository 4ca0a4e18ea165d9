import { type I18n } from '~/locale/create'
import { type TextKey } from '~/locale/keys'
import { type FormName } from './types'

/** What each form asks for, in the reader's language. */
export const formText = (form: FormName, { t }: Pick<I18n, 't'>): string => t(texts[form])

const texts = {
  'refills.create': 'cabinet:submissions.kind.refills',
  'deposits.create': 'cabinet:submissions.kind.open',
  'deposits.close': 'cabinet:submissions.kind.close',
  'payments.create': 'cabinet:submissions.kind.payments',
  'paymentCancel.cancel': 'cabinet:submissions.kind.cancel',
  'user.exchange': 'cabinet:submissions.kind.exchange',
  'user.subscription': 'cabinet:submissions.kind.subscription',
  'operator.takeBackRewards': 'operator:submissions.takeBackRewards',
  'operator.decideUser': 'operator:submissions.decideUser',
  'operator.unfreezeUser': 'operator:submissions.unfreezeUser',
  'operator.removeFactors': 'operator:submissions.removeFactors',
  'operator.replaceContacts': 'operator:submissions.replaceContacts',
  'operator.endSessions': 'operator:submissions.endSessions',
  'operator.correctBalance': 'operator:submissions.correctBalance',
  'operator.createNews': 'operator:submissions.createNews',
  'operator.publishNews': 'operator:submissions.publishNews',
  'operator.withdrawNews': 'operator:submissions.withdrawNews',
  'operator.createMailing': 'operator:submissions.createMailing',
  'operator.createPlan': 'operator:submissions.createPlan',
  'operator.createSubscriptionOption': 'operator:submissions.createSubscriptionOption',
  'operator.addAddresses': 'operator:submissions.addAddresses',
  'operator.decidePayment': 'operator:submissions.decidePayment',
  'operator.decideRefill': 'operator:submissions.decideRefill',
  'operator.decideTransfer': 'operator:submissions.decideTransfer',
  'operator.decideVerification': 'operator:submissions.decideVerification',
  'operator.clearAnomaly': 'operator:submissions.clearAnomaly',
  'operator.setRate': 'operator:submissions.setRate',
  'operator.decideInquiry': 'operator:submissions.decideInquiry',
  'operator.decideApplication': 'operator:submissions.decideApplication',
  'operator.decideProposal': 'operator:submissions.decideProposal',
  'operator.createBatch': 'operator:submissions.createBatch',
  'operator.dissolveBatch': 'operator:submissions.dissolveBatch',
  'operator.takeOutOfBatch': 'operator:submissions.takeOutOfBatch',
  'operator.reportTransfers': 'operator:submissions.reportTransfers',
} as const satisfies Record<FormName, TextKey>
