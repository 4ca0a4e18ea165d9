import { accountForms } from './account-forms'
import { batchForms } from './batch-forms'
import { caseForms } from './case-forms'
import { companyForms, demoClockForm } from './company-forms'
import { moneyForms } from './money-forms'
import { securityForms } from './security-forms'
import { visitorForms } from './visitor-forms'

/**
 * Every form of the product that changes something upstream. The demonstration's clock comes first: later a day of it is the
 * income of thousands of deposits, which takes longer than the app waits here.
 */
export const changingForms = [
  demoClockForm,
  ...moneyForms,
  ...visitorForms,
  ...accountForms,
  ...securityForms,
  ...companyForms,
  ...caseForms,
  ...batchForms,
]
