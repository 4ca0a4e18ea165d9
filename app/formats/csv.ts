import { type Language } from '~/contract/languages'

/**
 * CSV (RFC 4180) as the spreadsheet programs of a language open it by default: Russian ones expect `;` between cells
 * and a comma in figures.
 */
export interface Csv {
  /** The byte order mark before the first row, so that programs read the file as UTF-8. */
  readonly start: string
  row: (cells: readonly Cell[]) => string
}

/**
 * `figure` is a decimal string, which a spreadsheet reads as a number. A text is never read as one, however it begins.
 */
export type Cell = { text: string } | { figure: string }

const notations: Record<Language, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
}

const lineEnd = '\r\n'

export function createCsv(language: Language): Csv {
  const { separator, decimal } = notations[language]
  const written = (cell: Cell) =>
    'figure' in cell ? cell.figure.replace('.', decimal) : quoted(harmless(cell.text), separator)
  return { start: '\uFEFF', row: (cells) => cells.map(written).join(separator) + lineEnd }
}

/** A spreadsheet runs what begins like a formula; behind an apostrophe it is text (OWASP, "CSV Injection"). */
function harmless(text: string): string {
  return /^[\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
