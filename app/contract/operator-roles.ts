/**
 * What an operator is there for: `support` reads and answers, `cashier` decides on money, `editor` writes content, and
 * `admin` may do everything.
 */
export const operatorRoles = ['admin', 'cashier', 'support', 'editor'] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** Whether operators of this role may make an operator's call. */
export const mayCall = (role: OperatorRole, { roles }: { roles?: readonly OperatorRole[] }): boolean =>
  role === 'admin' || roles === undefined || roles.includes(role)
