import { z } from 'zod'
import { languageKey, languages } from '~/i18n/languages'

export const LanguageForm = z.object({ [languageKey]: z.enum(languages, 'invalid') })
