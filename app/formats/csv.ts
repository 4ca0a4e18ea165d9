/** CSV (RFC 4180) in the notation of the program that will open it. */
export interface Csv {
  /** The byte order mark before the first row, so that programs read the file as UTF-8. */
  readonly start: string
  row: (cells: readonly Cell[]) => string
}

/**
 * `figure` is a decimal string, which a spreadsheet reads as a number. A text is never read as one, however it begins.
 */
export type Cell = { text: string } | { figure: string }

/** How a program writes its tables: the sign between cells, and that before decimals. */
export interface CsvNotation {
  separator: string
  decimal: string
}

const lineEnd = '\r\n'

export function createCsv({ separator, decimal }: CsvNotation): Csv {
  const written = (cell: Cell) =>
    'figure' in cell ? cell.figure.replace('.', decimal) : quoted(harmless(cell.text), separator)
  return { start: '\uFEFF', row: (cells) => cells.map(written).join(separator) + lineEnd }
}

/**
 * A spreadsheet runs what begins like a formula; behind an apostrophe it is text (OWASP, "CSV Injection"). A program of another
 * language takes another sign for the one between cells, and a quote within what it takes for a cell for a part of it. So a
 * cell may begin after each of these signs, and a text gets an apostrophe there too, unless a plain number follows: `a,=b` is
 * written as `a,'=b`, and `a, -5%` as it is.
 */
function harmless(text: string): string {
  const inside = text.replace(
    /([,;\t\r\n]["\s\0]*)(?=[=@|%＝＠]|[+\-＋－](?!\d[\d.,]*%?(?:["\s,;\]]|$)))/g,
    "$1'",
  )
  return /^["\s\0]*[=+\-@|%＝＋－＠]|^[\t\r\n]/.test(inside) ? `'${inside}` : inside
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
