import { CsvError, parse } from 'csv-parse/sync'

/**
 * Reads CSV as spreadsheet programs and signers write it: with a byte order mark or without, with commas, semicolons or
 * tabs, with any line ends. Cells are without the spaces around them; empty rows are left out.
 * @returns null for what is no table
 */
export function readCsv(text: string): string[][] | null {
  const [head = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => head.includes(sign) && !head.includes(',')) ?? ','
  try {
    return parse(text, {
      delimiter,
      bom: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}
