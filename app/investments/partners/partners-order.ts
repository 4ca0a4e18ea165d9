import { type Partner } from '~/contract/user'

/** How a list of partners is sorted. */
export interface PartnersOrder {
  sort: PartnerColumn
  sortDir: 'asc' | 'desc'
}

/** The columns of the list, in their order. */
export const partnerColumns = [
  'login',
  'level',
  'registeredAt',
  'partners',
  'turnover',
  'bonus',
  'accruals',
] as const satisfies (keyof Partner)[]
export type PartnerColumn = (typeof partnerColumns)[number]

/** The first order of a column: ascending for names and levels, descending for figures and dates. */
export function firstDirection(column: PartnerColumn): PartnersOrder['sortDir'] {
  return column === 'login' || column === 'level' ? 'asc' : 'desc'
}

/** The order after a click on the head of a column. */
export function nextOrder(column: PartnerColumn, { sort, sortDir }: PartnersOrder): PartnersOrder {
  if (column !== sort) return { sort: column, sortDir: firstDirection(column) }
  return { sort: column, sortDir: sortDir === 'asc' ? 'desc' : 'asc' }
}
