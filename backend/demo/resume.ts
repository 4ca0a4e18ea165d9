/** The smallest PDF that shows some lines of text in Latin letters, so that no file has to travel with the program. */
export function resumePdf(name: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F1 22 Tf 72 770 Td (${escaped(name)}) Tj ET`,
    ...lines.map((line, place) => `BT /F1 12 Tf 72 ${735 - place * 20} Td (${escaped(line)}) Tj ET`),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')
