/** What is typed into these fields is never sent back to a form, whatever was wrong with it. */
export const isPassword = (name: string): boolean => /password/i.test(name)

/** What may not outlive a request even under a seal: secrets, and the form's own machinery. */
export const isSecretField = (name: string): boolean =>
  isPassword(name) || /code|token|submission|^__/i.test(name)
