/** The intents of the other forms of the page: another code, and another number. */
export const intents = { resend: 'resend', number: 'number' } as const
