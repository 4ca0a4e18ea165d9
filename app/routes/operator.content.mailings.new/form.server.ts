import { z } from 'zod'
import { optionalLinkField } from '~/content/form-schemas.server'
import { type RequestContext } from '~/context'
import { type Language, languages } from '~/contract/languages'
import { imageAltMaxLength } from '~/contract/notification'
import { digestOf } from '~/content/edit.server'
import { type Review, type Reviewed } from '~/money-forms/review.server'
import { mayShow, sanitise } from '~/upstream/html/html.server'
import { type Upstream } from '~/upstream/types'

const message = z.string().trim().max(60_000, 'too_long').default('')
const imageAlt = z.string().trim().max(imageAltMaxLength, 'too_long').default('')
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.union([z.literal(''), z.enum(values, 'invalid')]).default('')

/** Which languages have to be written depends on the audience: the upstream says so at the field. */
export const MailingForm = z.object({
  language: choice(languages),
  deposits: choice(['open', 'none']),
  verified: choice(['true', 'false']),
  message: z.object({ ru: message, en: message }),
  image: optionalLinkField,
  imageAlt: z.object({ ru: imageAlt, en: imageAlt }),
})
type Typed = z.output<typeof MailingForm>

/** The call's input. */
export const mailingOf = ({ message, image, imageAlt, ...filters }: Typed) => ({
  ...audienceOf(filters),
  message,
  image: image || null,
  imageAlt: image ? imageAlt : null,
})

const audienceOf = ({ language, deposits, verified }: Pick<Typed, 'language' | 'deposits' | 'verified'>) => ({
  language: language || undefined,
  deposits: deposits || undefined,
  verified: verified || undefined,
})

/** What a mailing will be, before it is sent. */
export interface MailingReview extends Reviewed {
  audience: ReturnType<typeof audienceOf>
  recipients: Record<Language, number>
  /** Sanitised, in each language that it is written in. */
  messages: { language: Language; html: string; image: string | null; imageAlt: string }[]
  isImageLeftOut: boolean
  /** The form as it was typed, for the confirmation. */
  typed: Record<string, string>
}

/** What will be sent and how many it will reach, or why it can't be sent. */
export async function reviewOf(
  typed: Typed,
  upstream: Upstream,
  { env, i18n: { t } }: Pick<RequestContext, 'env' | 'i18n'>,
): Promise<Review<MailingReview>> {
  const { message, image, imageAlt } = typed
  const audience = audienceOf(typed)
  const needed: readonly Language[] = audience.language ? [audience.language] : languages
  const missing = needed.flatMap((language) => [
    ...(message[language] === '' ? [`message.${language}`] : []),
    ...(image !== '' && imageAlt[language] === '' ? [`imageAlt.${language}`] : []),
  ])
  if (missing.length > 0)
    return { problems: Object.fromEntries(missing.map((name) => [name, t('refusals:code.required')])) }
  const recipients = await upstream.operator.mailingRecipients(audience)
  if (recipients.ru + recipients.en === 0)
    return { problems: { deposits: t('content:mailings.noRecipients') } }
  const isShown = mayShow(image, env.imageOrigins)
  const messages = needed.map((language) => ({
    language,
    html: sanitise(message[language], env.imageOrigins),
    image: isShown ? image : null,
    imageAlt: imageAlt[language],
  }))
  return {
    review: {
      ...{ audience, recipients, messages },
      isImageLeftOut: image !== '' && !isShown,
      typed: {
        ...{ language: typed.language, deposits: typed.deposits, verified: typed.verified, image },
        'message.ru': message.ru,
        'message.en': message.en,
        'imageAlt.ru': imageAlt.ru,
        'imageAlt.en': imageAlt.en,
      },
      figures: digestOf([mailingOf(typed), recipients]),
    },
  }
}
