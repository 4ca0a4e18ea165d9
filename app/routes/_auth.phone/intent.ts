/** The intents of the forms beside that of the code: another code, and another number. */
export const intents = { resend: 'resend', number: 'number' } as const
