/** What the forms beside that of the code say of themselves: for another code, and for another number. */
export const intents = { resend: 'resend', number: 'number' } as const
