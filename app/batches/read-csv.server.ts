/**
 * Reads CSV (RFC 4180) as spreadsheet programs and signers write it: with a byte order mark or without, with commas,
 * semicolons or tabs, with any line ends. Cells are without the spaces around them; empty rows are left out.
 */
export function readCsv(text: string): string[][] {
  const [head = ''] = text.split(/[\r\n]/, 1)
  const separator = [';', '\t'].find((sign) => head.includes(sign) && !head.includes(',')) ?? ','
  const rows: string[][] = []
  let [row, cell]: [string[], string] = [[], '']
  let isQuoted = false
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  const body = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at]!
    if (isQuoted && sign === '"' && body[at + 1] === '"') {
      cell += sign
      at += 1
    } else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += sign
    else if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') endRow()
    else cell += sign
  }
  endRow()
  return rows
}
