import { z } from 'zod'
import { CodeField } from '~/forms/code-field.server'
import { IdentityField } from '~/identity/identity-field.server'
import { isSamePassword, newPasswordFields, passwordsMismatch } from '~/forms/new-password.server'

export const ResetForm = z
  .object({ login: IdentityField, code: CodeField, ...newPasswordFields })
  .refine(isSamePassword, passwordsMismatch)
