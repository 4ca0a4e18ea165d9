import { z } from 'zod'
import { countField, positiveField, textsField, tickField, versionField } from '~/content/form-schemas.server'
import { type Language } from '~/contract/languages'

export const optionForm = (language: Language) =>
  z.object({
    version: versionField,
    title: textsField(100),
    days: countField(1, 3650),
    price: positiveField(language),
    benefits: z.array(textsField(300)).max(10).default([]),
    freePayments: tickField,
    available: tickField,
  })
