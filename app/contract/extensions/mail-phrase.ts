import { z } from 'zod'
import { call } from '../call'
import { passwordErrors, stepUpErrors } from '../errors'
import { CurrentPassword, Text } from '../values'

/**
 * A phrase of the investor's own in every mail to their confirmed address, so that a mail without it is known as somebody
 * else's. It is told in those mails alone: whoever has a session must not learn it.
 */

const extension = 'mailPhrase'

/** One line, without what could pass for an address or for markup. */
export const MailPhrase = z
  .string()
  .trim()
  .min(4)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ,!?'’-]*$/u)

/** Its first two characters, for the owner to know it by; null if none is set. */
const Hint = z.object({ hint: Text.nullable() })

export const mailPhrase = {
  read: call({
    method: 'GET',
    path: '/ext/mail-phrase',
    access: 'investor',
    extension,
    summary: "Whether the investor's mails carry a phrase, and how it begins",
    output: Hint,
  }),
  set: call({
    method: 'POST',
    path: '/ext/mail-phrase',
    access: 'investor',
    extension,
    summary: 'Sets the phrase, or with null takes it away',
    body: z.object({ phrase: MailPhrase.nullable(), currentPassword: CurrentPassword }),
    output: Hint,
    errors: ['phrase_is_password', ...passwordErrors, ...stepUpErrors],
  }),
}
