import { z } from 'zod'

/** A password that is chosen, typed twice. The upstream refuses what is common; what is short need not be asked about. */

const minPassword = 8

export const newPasswordFields = {
  password: z.string('password_required').min(minPassword, 'password_too_simple').max(1024, 'too_long'),
  passwordRepeat: z.string('password_repeat_required'),
}

interface Typed {
  password: string
  passwordRepeat: string
}

/** For `refine` of the form's object, with `passwordsMismatch`. */
export const isSamePassword = ({ password, passwordRepeat }: Typed): boolean => password === passwordRepeat

export const passwordsMismatch = { path: ['passwordRepeat'], message: 'passwords_mismatch' }
