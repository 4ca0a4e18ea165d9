import { type Mailing } from '~/contract/extensions/operator/content'
import { type I18n } from '~/locale/create'

/** Whom a mailing is for, in words. */
export function audienceText({ language, deposits, verified }: Mailing['audience'], { t }: I18n): string {
  const filters = [
    language && t(`content:mailings.languages.${language}`),
    deposits && t(`content:mailings.deposits.${deposits}`),
    verified && t(`content:mailings.verified.${verified}`),
  ].filter(Boolean)
  return filters.length === 0 ? t('content:mailings.everyone') : filters.join(', ')
}
