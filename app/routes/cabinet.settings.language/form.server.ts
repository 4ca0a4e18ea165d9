import { z } from 'zod'
import { languages } from '~/contract/languages'
import { languageKey } from '~/locale/languages'

export const LanguageForm = z.object({ [languageKey]: z.enum(languages, 'invalid') })
