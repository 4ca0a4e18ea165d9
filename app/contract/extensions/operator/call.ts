/**
 * What the operator's calls have in common. Who of the operators may make one is its `roles`; each change is recorded in
 * the audit trail.
 */
export const extension = 'operator'
export const access = 'operator'

/** A decimal with a digit other than zero in it. */
export const aboveZero = /[1-9]/
