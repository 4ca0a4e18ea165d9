import { z } from 'zod'
import {
  countField,
  decimalField,
  optionalLinkField,
  optionalPositiveField,
  positiveField,
  tickField,
  versionField,
  wordField,
} from '~/content/form-schemas.server'
import { type Language } from '~/contract/languages'

export const paymentSystemForm = (language: Language) =>
  z.object({
    version: versionField,
    title: wordField(64),
    explorer: optionalLinkField,
    refill: z.object({
      enabled: tickField,
      max: optionalPositiveField(language),
      timeoutMinutes: countField(5, 10_080),
    }),
    payment: z.object({
      enabled: tickField,
      minUsd: positiveField(language),
      max: optionalPositiveField(language),
      fee: decimalField(language),
      hours: countField(1, 720),
      requires: z.object({ refill: tickField, deposit: tickField, verification: tickField }),
    }),
  })
