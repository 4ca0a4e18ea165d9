/** The intents of the other forms of the page. */
export const personIntent = 'person'
export const emailIntents = { confirm: 'confirmEmail', resend: 'resendEmail' } as const
