/** Every call of the operator's part belongs to one extension, is for one role, and is recorded in the audit trail. */
export const extension = 'operator'
export const access = 'operator'

/** A decimal with a digit other than zero in it. */
export const aboveZero = /[1-9]/
