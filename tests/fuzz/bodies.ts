import fc from 'fast-check'
import { type FoundForm } from './forms-of-pages'
import { names, values } from './fuzz'

/**
 * Bodies of forms: what the page would send, partly replaced by odd values, and fields that no page would
 * send.
 */

export interface Body {
  contentType: string
  bytes: Buffer
}

type Field = [name: string, value: string]

const boundary = 'seam'

/** @param takesFiles whether the form has files, and so is sent as multipart */
export function bodies({ fields }: FoundForm, takesFiles: boolean): fc.Arbitrary<Body> {
  const known = Object.keys(fields)
  const usual = fc.tuple(
    ...known.map((name) => fc.constantFrom(...fields[name]!).map((value): Field => [name, value])),
  )
  const field: fc.Arbitrary<Field> = fc.tuple(names(known), values)
  const ownField: fc.Arbitrary<Field> = fc.tuple(
    fc.constantFrom(...(known.length > 0 ? known : ['email'])),
    values,
  )
  const mixed = fc
    .tuple(usual, fc.array(fc.oneof({ weight: 3, arbitrary: ownField }, field), { maxLength: 5 }))
    .map(([base, others]) => [...new Map([...base, ...others])])
  const many = fc
    .tuple(fc.integer({ min: 100, max: 6_000 }), names(known))
    .map(([count, name]) =>
      Array.from({ length: count }, (_, place): Field => [`${name.slice(0, 20)}${place}`, 'x']),
    )
  const list: fc.Arbitrary<Field[]> = fc.oneof(
    { weight: 12, arbitrary: mixed },
    { weight: 3, arbitrary: fc.array(field, { maxLength: 8 }) },
    { weight: 1, arbitrary: many },
    { weight: 1, arbitrary: fc.tuple(usual, field).map(([base, other]) => [...base, other, other]) },
  )
  const urlencoded = list.map((given): Body => ({
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(new URLSearchParams(given).toString()),
  }))
  const raw = fc
    .oneof(
      fc.constantFrom(
        '',
        '&',
        '=',
        '%',
        '&'.repeat(60_000),
        '='.repeat(60_000),
        `a=${'%'.repeat(60_000)}`,
        '%00=1',
        'a=%ff',
      ),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    )
    .map((text): Body => ({
      contentType: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(text, 'latin1'),
    }))
  const inParts = fc
    .tuple(list, fc.array(names(known), { maxLength: 3 }), values)
    .map(([texts, files, content]): Body => ({
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes: Buffer.from(
        [
          ...texts.map(
            ([name, value]) =>
              `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
          ),
          ...files.map(
            (name) =>
              `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 ${content}\r\n`,
          ),
          `--${boundary}--\r\n`,
        ].join(''),
      ),
    }))
  const other = fc
    .tuple(fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', ''), values)
    .map(([contentType, text]): Body => ({ contentType, bytes: Buffer.from(text) }))
  return fc.oneof(
    { weight: takesFiles ? 4 : 16, arbitrary: urlencoded },
    { weight: takesFiles ? 14 : 1, arbitrary: inParts },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: other },
  )
}
