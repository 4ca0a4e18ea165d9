import { type z } from 'zod'
import { type Language } from '~/contract/languages'
import { type DraftedSetting } from '~/contract/settings'

type Typed = Record<string, unknown>

export interface SettingForm {
  key: DraftedSetting
  /** The form's fields; amounts are read in the language of the page. */
  schema: (language: Language) => z.ZodObject
  /** The first values of the fields. @param stored null where the setting has never been set */
  typed: (stored: unknown, language: Language) => Typed
  value: (typed: unknown, stored: unknown) => unknown
  /** The fields of those parts of the value that have another name in the form. */
  fieldOf?: Record<string, string>
}

/** Joins the parts of a form, whose values have the type of its own schema. */
export function defineForm<Schema extends z.ZodObject, Stored>(form: {
  key: DraftedSetting
  schema: (language: Language) => Schema
  typed: (stored: Stored | null, language: Language) => Typed
  value: (typed: z.output<Schema>, stored: Stored | null) => unknown
  fieldOf?: Record<string, string>
}): SettingForm {
  return form as unknown as SettingForm
}
