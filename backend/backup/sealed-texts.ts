import type pg from 'pg'
import { createSeal } from '../storage/seal'
import { type Table, quoted } from './tables'

/** What is sealed in the rows of a database, and lost without the secret that it was sealed with. */

export interface SealedTexts {
  /** As people call them. */
  kind: string
  /** The newest of them, each with the id of the row that it was sealed for; never empty. */
  texts: { sealed: string; place: string }[]
}

const kinds = [
  { kind: 'authenticator apps', table: 'second_factors', column: 'secret_sealed', at: 'created_at' },
  { kind: 'document numbers', table: 'verifications', column: 'document_number_sealed', at: 'submitted_at' },
]

/** More than one of a kind: a single damaged text says nothing about the secret. */
const sampleSize = 100

/**
 * The sealed texts that a database holds, a kind each.
 * @param tables its own: an earlier schema has no table or column of some kinds
 */
export async function sealedTextsIn(client: pg.Client, tables: readonly Table[]): Promise<SealedTexts[]> {
  const found: SealedTexts[] = []
  for (const { kind, table, column, at } of kinds) {
    if (!tables.some(({ name, columns }) => name === table && columns.includes(column))) continue
    const { rows } = await client.query<SealedTexts['texts'][number]>(
      `select ${quoted(column)} as sealed, id as place from public.${quoted(table)}
       where ${quoted(column)} is not null order by ${quoted(at)} desc, id limit ${sampleSize}`,
    )
    if (rows.length > 0) found.push({ kind, texts: rows })
  }
  return found
}

/**
 * Whether a secret is the one of what is sealed: it opens one of each kind.
 * @throws Error that names the kinds that it does not open, or all of them where there is no secret
 */
export function refuseUnopened(held: readonly SealedTexts[], secret: Buffer | null): void {
  if (secret === null) {
    if (held.length > 0)
      throw new Error(
        `STORAGE_SECRET is needed: there are ${kindsText(held)}, which are of no use without what opens them`,
      )
    return
  }
  const seal = createSeal(secret)
  const opens = ({ sealed, place }: SealedTexts['texts'][number]) => {
    try {
      seal.open(sealed, place)
      return true
    } catch {
      return false
    }
  }
  const unopened = held.filter((one) => !one.texts.some(opens))
  if (unopened.length > 0)
    throw new Error(
      `STORAGE_SECRET does not open the ${kindsText(unopened)}: they are damaged, or were sealed with another secret`,
    )
}

const kindsText = (held: readonly SealedTexts[]) => held.map(({ kind }) => kind).join(' and ')
