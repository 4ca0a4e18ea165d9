/** What the forms beside that of the contacts say of themselves. */
export const personIntent = 'person'
export const emailIntents = { confirm: 'confirmEmail', resend: 'resendEmail' } as const
