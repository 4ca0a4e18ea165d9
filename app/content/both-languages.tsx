import { type ReactNode } from 'react'
import { type Language, languages } from '~/contract/languages'
import { TextAreaField, TextField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { Columns } from '~/ui/layout/layout'

interface BothLanguagesProps {
  /** The fields are `name.ru` and `name.en`. */
  name: string
  label: string
  hint?: ReactNode
  maxLength?: number
  optional?: boolean
  /** Lines of a text area; a one-line field without. */
  rows?: number
}

/** One text in both languages, side by side where there is room. */
export function BothLanguages({ name, label, hint, maxLength, optional, rows }: BothLanguagesProps) {
  const { t } = useI18n()
  const fieldOf = (language: Language) => ({
    name: `${name}.${language}`,
    label: t(`content:in.${language}`, { label }),
    lang: language,
    ...{ hint, maxLength, optional },
  })
  return (
    <Columns>
      {languages.map((language) =>
        rows === undefined ? (
          <TextField key={language} {...fieldOf(language)} autoComplete="off" />
        ) : (
          <TextAreaField key={language} {...fieldOf(language)} rows={rows} />
        ),
      )}
    </Columns>
  )
}
