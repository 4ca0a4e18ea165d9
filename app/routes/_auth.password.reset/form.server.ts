import { z } from 'zod'
import { CodeField, isSamePassword, newPasswordFields, passwordsMismatch } from '~/forms/field-schemas.server'
import { IdentityField } from '~/identity/field-schemas.server'

export const ResetForm = z
  .object({ login: IdentityField, code: CodeField, ...newPasswordFields })
  .refine(isSamePassword, passwordsMismatch)
