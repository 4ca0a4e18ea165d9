/** Every call of the operator's part is of one extension, for one role, and stands in the audit trail. */
export const extension = 'operator'
export const access = 'operator'

/** A decimal with a digit other than zero in it. */
export const aboveZero = /[1-9]/
