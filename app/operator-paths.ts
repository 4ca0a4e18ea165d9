import { one, paths, withQuery } from './paths'

/**
 * Every address of the operators' part, as a function. A module of its own: no page of an investor's loads it into a
 * browser.
 */
export const operatorPaths = {
  today: paths.operator,
  withdrawals: (query?: QueueQuery) => withQuery('/operator/withdrawals', query),
  withdrawal: (id: string, query?: CaseQuery) => withQuery(one('/operator/withdrawals', id), query),
  batches: (query?: { status?: string; page?: number }) => withQuery('/operator/withdrawals/batches', query),
  newBatch: (query?: { system?: string }) => withQuery('/operator/withdrawals/batches/new', query),
  batch: (id: string, query?: { refused?: string }) =>
    withQuery(one('/operator/withdrawals/batches', id), query),
  batchFile: (id: string) => `${one('/operator/withdrawals/batches', id)}/file`,
  batchTransfers: (id: string) => `${one('/operator/withdrawals/batches', id)}/transfers`,
  topUps: (query?: QueueQuery) => withQuery('/operator/top-ups', query),
  topUp: (id: string, query?: CaseQuery) => withQuery(one('/operator/top-ups', id), query),
  transfers: (query?: QueueQuery) => withQuery('/operator/transfers', query),
  transfer: (id: string, query?: CaseQuery) => withQuery(one('/operator/transfers', id), query),
  verifications: (query?: QueueQuery) => withQuery('/operator/verifications', query),
  verification: (id: string, query?: CaseQuery) => withQuery(one('/operator/verifications', id), query),
  messages: (query?: QueueQuery & { kind?: string }) => withQuery('/operator/messages', query),
  message: (id: string, query?: CaseQuery) => withQuery(one('/operator/messages', id), query),
  views: () => '/operator/views',
  several: (queue: string) => one('/operator/several', queue),
  severalResults: (queue: string, series: string) =>
    `${one('/operator/several', queue)}/${encodeURIComponent(series)}`,
  applications: (query?: QueueQuery & { vacancy?: string }) => withQuery('/operator/applications', query),
  application: (id: string, query?: CaseQuery) => withQuery(one('/operator/applications', id), query),
  resume: (id: string) => one('/operator/resumes', id),
  document: (id: string) => one('/operator/documents', id),
  investors: (query?: InvestorsQuery) => withQuery('/operator/investors', query),
  investor: (id: string) => one('/operator/investors', id),
  changeInvestor: (id: string, change: InvestorChange) => `${one('/operator/investors', id)}/${change}`,
  correctInvestor: (id: string, query: CorrectionQuery) =>
    withQuery(`${one('/operator/investors', id)}/correct`, query),
  links: (query?: LinksQuery) => withQuery('/operator/links', query),
  link: (pair: string) => one('/operator/links', pair),
  anomalies: (query?: { status?: string; page?: number }) => withQuery('/operator/anomalies', query),
  people: (query?: { page?: number }) => withQuery('/operator/people', query),
  person: (id: string, query?: CaseQuery) => withQuery(one('/operator/people', id), query),
  /** Mails of the backend link to it: `invitationPage` of the contract. */
  invitation: (token: string) => one('/invitation', token),
  audit: (query?: AuditQuery & { check?: string }) => withQuery('/operator/audit', query),
  auditCsv: (query?: Omit<AuditQuery, 'page'>) => withQuery('/operator/audit.csv', query),
  content: () => '/operator/content',
  contentOf: (setting: string) => one('/operator/content', setting),
  news: (query?: NewsQuery) => withQuery('/operator/content/news', query),
  newsItem: (id: string) => one('/operator/content/news', id),
  newsPreview: (id: string, query?: { lng?: string }) =>
    withQuery(`${one('/operator/content/news', id)}/preview`, query),
  mailings: (query?: { page?: number }) => withQuery('/operator/content/mailings', query),
  newMailing: () => '/operator/content/mailings/new',
  plans: () => '/operator/content/plans',
  plan: (id: string) => one('/operator/content/plans', id),
  paymentSystems: () => '/operator/content/payment-systems',
  paymentSystem: (id: string) => one('/operator/content/payment-systems', id),
  paymentSystemAddresses: (id: string) => `${one('/operator/content/payment-systems', id)}/addresses`,
  rates: () => '/operator/content/rates',
  subscriptionOptions: () => '/operator/content/subscription',
  subscriptionOption: (id: string) => one('/operator/content/subscription', id),
  approvals: (query?: { status?: string; page?: number }) => withQuery('/operator/approvals', query),
  approval: (id: string) => one('/operator/approvals', id),
  fourEyes: () => '/operator/approvals/rule',
  submission: (ticket: string) => one('/operator/submissions', ticket),
  upstream: () => '/operator/upstream',
  security: paths.operatorSecurity,
} as const

/** The filters of a queue in its address. Days are `YYYY-MM-DD`. */
export interface QueueQuery {
  status?: string
  /** Of messages: what they are about. */
  kind?: string
  search?: string
  sort?: string
  sortDir?: string
  from?: string
  to?: string
  page?: number
}

/** The filters of the audit trail in its address. Days are `YYYY-MM-DD`. */
export interface AuditQuery {
  search?: string
  actor?: string
  kind?: string
  from?: string
  to?: string
  page?: number
}

/** What a case shows beside itself: the decision that is being made. */
export interface CaseQuery {
  decision?: string
}

/** What is changed of an investor's account, each on a page of its own. */
export type InvestorChange =
  | 'suspend'
  | 'restore'
  | 'end-sessions'
  | 'unfreeze'
  | 'remove-factors'
  | 'replace-contacts'
  | 'keep-contacts'
  | 'correct'

/** A correction that is filled in before it is read and sent. The amount is a decimal. */
export interface CorrectionQuery {
  direction: 'credit' | 'debit'
  currency: string
  amount: string
}

/** How investors are searched and sorted. */
export interface InvestorsQuery {
  search?: string
  state?: string
  /** The id of who has invited them. */
  inviter?: string
  sort?: string
  sortDir?: string
  page?: number
}

/** How the operator's list of linked accounts is searched and sorted. */
export interface LinksQuery {
  search?: string
  sort?: string
  sortDir?: string
  page?: number
  groupsPage?: number
}

/** How the operator's list of news is filtered. */
export interface NewsQuery {
  status?: string
  search?: string
  page?: number
}
