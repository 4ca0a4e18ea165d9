import { z } from 'zod'
import {
  countField,
  optionalPositiveField,
  percentField,
  positiveField,
  textsField,
  tickField,
  versionField,
} from '~/content/form-schemas.server'
import { type Language } from '~/contract/languages'
import { tariffs } from '~/contract/settings'
import { compare } from '~/money/decimal'

export const planForm = (language: Language) =>
  z.object({
    version: versionField,
    tariff: z.union([z.literal(''), z.enum(tariffs, 'invalid')]).default(''),
    title: textsField(100),
    dailyPercent: percentField(language).refine((value) => compare(value, '0') > 0, 'invalid'),
    min: positiveField(language),
    max: optionalPositiveField(language),
    termDays: countField(1, 3650),
    extension: z.object({ days: countField(0, 3650), multiplier: positiveField(language) }),
    available: tickField,
  })
