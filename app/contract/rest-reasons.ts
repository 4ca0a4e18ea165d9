/** Changes of an account after which its withdrawals rest. */
export const restReasons = ['email', 'phone', 'password', 'second_factor', 'unfrozen'] as const
