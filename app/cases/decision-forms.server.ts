import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Decision } from '~/contract/extensions/operator/queues'
import {
  applicationDecision,
  inquiryDecision,
  paymentDecision,
  refillDecision,
  transferDecision,
  verificationDecision,
} from '~/money-forms/definitions/decisions.server'
import { type MoneyForm } from '~/money-forms/definitions/define-money-form.server'
import { type SubmittedValues } from '~/money-forms/types'

type CaseDecisionForm = MoneyForm<SubmittedValues & Decision & { id: string }>

/** The form that decides a case of each queue. */
export const decisionForms: Record<CaseQueue, CaseDecisionForm> = {
  payments: paymentDecision,
  refills: refillDecision,
  transfers: transferDecision,
  verifications: verificationDecision,
  inquiries: inquiryDecision,
  applications: applicationDecision,
}
