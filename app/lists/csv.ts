import { type Language } from '~/contract/languages'
import { type Csv, type CsvNotation, createCsv } from '~/formats/csv'

/** What spreadsheet programs of a language open by default: Russian ones expect `;` between cells, a comma in figures. */
const notations: Record<Language, CsvNotation> = {
  en: { separator: ',', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
}

/** CSV for the spreadsheet program of a reader. */
export const csvIn = (language: Language): Csv => createCsv(notations[language])
