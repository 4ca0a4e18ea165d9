import { auth } from './auth'
import { type Call } from './call'
import { content } from './content'
import { activity } from './extensions/activity'
import {
  account,
  answers,
  demo,
  emailConfirmation,
  inquiries,
  outcomes,
  ownUser,
  passwordReset,
  paymentCancel,
  sessions,
} from './extensions/investor'
import { overview } from './extensions/overview'
import { walletList } from './extensions/wallet-list'
import { mailPhrase } from './extensions/mail-phrase'
import { passkeys } from './extensions/passkeys'
import { secondFactors } from './extensions/second-factors'
import { approvals } from './extensions/operator/approvals'
import { batches } from './extensions/operator/batches'
import { anomalies } from './extensions/operator/anomalies'
import { notMe, withdrawalSafety } from './extensions/safety'
import { cases } from './extensions/operator/cases'
import { operatorContent } from './extensions/operator/content'
import { operatorTerms } from './extensions/operator/terms'
import { links } from './extensions/operator/links'
import { house } from './extensions/operator/house'
import { investors } from './extensions/operator/investors'
import { invitations, operators } from './extensions/operator/operators'
import { views } from './extensions/operator/views'
import { queues } from './extensions/operator/queues'
import { deposits, payments, refills } from './funds'
import { notification } from './notification'
import { settings } from './settings'
import { user } from './user'
import { userData } from './user-data'

/** Every call of the upstream, by resource. */
export const contract = {
  auth,
  content,
  settings,
  user,
  userData,
  deposits,
  refills,
  payments,
  notification,
  inquiries,
  passwordReset,
  emailConfirmation,
  ownUser,
  outcomes,
  answers,
  secondFactors,
  passkeys,
  mailPhrase,
  walletList,
  account,
  sessions,
  activity,
  paymentCancel,
  withdrawalSafety,
  notMe,
  overview,
  demo,
  invitations,
  operator: {
    ...operators,
    ...house,
    ...queues,
    ...operatorContent,
    ...operatorTerms,
    ...links,
    ...anomalies,
    ...investors,
    ...cases,
    ...approvals,
    ...batches,
    ...views,
  },
}

export type Contract = typeof contract

/** The calls as a flat list of `[resource.name, call]`. */
export const calls: [id: string, call: Call][] = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries(group as unknown as Record<string, Call>).map(([name, call]): [string, Call] => [
    `${resource}.${name}`,
    call,
  ]),
)
