/** The days that the overview's chart shows, as the page's address has them. */
export const periods = ['7', '30', '90', 'all'] as const
export type Period = (typeof periods)[number]

/** The longest series that the contract gives. */
const maxDays = 3_650

/** How many days of the statistics a period needs. */
export function daysOf(period: Period): number {
  return period === 'all' ? maxDays : Number(period)
}

/** @param query the page's; any other period is 30 days */
export function readPeriod(query: URLSearchParams): Period {
  return periods.find((period) => period === query.get('period')) ?? '30'
}
