/** What each form that moves money asks for, as `cabinet:submissions.kind` names it. */
export const formKinds = {
  'refills.create': 'refills',
  'deposits.create': 'open',
  'deposits.close': 'close',
  'payments.create': 'payments',
  'paymentCancel.cancel': 'cancel',
  'user.exchange': 'exchange',
  'user.subscription': 'subscription',
  'operator.takeBackRewards': 'decision',
  'operator.decideUser': 'decision',
  'operator.unfreezeUser': 'decision',
  'operator.removeFactors': 'decision',
  'operator.endSessions': 'decision',
  'operator.correctBalance': 'decision',
} as const
