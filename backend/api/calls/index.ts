import { calls } from '~/contract/index'
import { type Handler } from '../handler'
import { type Services } from '../../services'
import { accountCalls } from './account'
import { activityCalls } from './activity'
import { authCalls } from './auth'
import { fundsCalls } from './funds'
import { demoCalls } from './demo'
import { newsCalls } from './news'
import { notMeCalls } from './not-me'
import { notificationCalls } from './notification'
import { operatorCalls } from './operator'
import { outcomeCalls } from './outcomes'
import { overviewCalls } from './overview'
import { passkeyCalls } from './passkeys'
import { passwordResetCalls } from './password-reset'
import { partnerCalls } from './partners'
import { planCalls } from './plans'
import { profileCalls } from './profile'
import { emailConfirmationCalls } from './email-confirmation'
import { exchangeCalls } from './exchange'
import { inquiryCalls } from './inquiries'
import { rateCalls } from './rates'
import { secondFactorCalls } from './second-factors'
import { sessionCalls } from './sessions'
import { settingsCalls } from './settings'
import { statisticsCalls } from './statistics'
import { userDataCalls } from './user-data'
import { withdrawalSafetyCalls } from './withdrawal-safety'

/** Every call that this backend answers. */
export function handlers(services: Services): Handler[] {
  const all: Handler[] = []
  const built = [
    ...authCalls(services),
    ...passwordResetCalls(services),
    ...emailConfirmationCalls(services),
    ...secondFactorCalls(services),
    ...passkeyCalls(services),
    ...sessionCalls(services),
    ...activityCalls(services),
    ...accountCalls(services),
    ...profileCalls(services),
    ...userDataCalls(services),
    ...inquiryCalls(services),
    ...planCalls(services),
    ...rateCalls(services),
    ...exchangeCalls(services),
    ...fundsCalls(services),
    ...withdrawalSafetyCalls(services),
    ...partnerCalls(services),
    ...statisticsCalls(services),
    ...newsCalls(services),
    ...notificationCalls(services),
    ...notMeCalls(services),
    ...outcomeCalls(services),
    ...operatorCalls(services),
    ...(services.demo ? demoCalls(services) : []),
    ...overviewCalls(all),
  ]
  all.push(...built, ...settingsCalls(services, extensionsOf(built)))
  return all
}

/** The extensions that are implemented in full. An extension with one call missing does not count. */
function extensionsOf(built: Handler[]): string[] {
  const answered = new Set(built.map(({ call }) => call))
  const names = new Set(calls.flatMap(([, { extension }]) => extension ?? []))
  return [...names].filter((name) => calls.every(([, call]) => call.extension !== name || answered.has(call)))
}
