/** The intents of the forms beside that of the contacts. */
export const personIntent = 'person'
export const emailIntents = { confirm: 'confirmEmail', resend: 'resendEmail' } as const
