/** What the form for another code says of itself beside the form of the code. */
export const resendIntent = 'resend'
