import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { paths } from '~/paths'
import { type Sealer } from '~/session/seal.server'
import { type UpstreamLog } from '~/upstream/types'
import { formNames, type IdempotencyKey, type IdempotencyStore, type IdempotencyKeys } from './types'

/**
 * Keys that let money move once. The server issues a key for one form of one session, sealed with both and its time,
 * and valid for a day. Its random part (144 bits) is the `Idempotency-Key` that goes upstream, so the same key reaches
 * the same call again after a restart and on any instance. Invariants: a browser can neither make a key nor use one in
 * another session or form; a ticket opens for its user only.
 */

export const idempotencyKeyTtlMs = 24 * 60 * 60 * 1000

const idPurpose = 'submission'
const ticketPurpose = 'submission ticket'

const formName = z.enum(formNames)

const SealedId = z.object({ key: z.string(), form: formName, session: z.string(), issuedAt: z.number() })

const SealedTicket = z.object({
  key: z.string(),
  form: formName,
  values: z.record(z.string(), z.string()),
  userId: z.string(),
  startedAt: z.number(),
  sentAt: z.string(),
})

interface Holder {
  readonly formsId: string
  readonly user: { readonly id: string } | null
}

export type { IdempotencyKeys } from './types'

/** Made once at start. `for` gives the submissions of one request's session. */
export interface IdempotencyKeyService {
  for(session: Holder): IdempotencyKeys
}

export interface IdempotencyOptions {
  sealer: Sealer
  store: IdempotencyStore
  log: UpstreamLog
  /** This process's clock, in milliseconds since the epoch. */
  now?: () => number
}

export function createIdempotencyKeys({
  sealer,
  store,
  log,
  now = Date.now,
}: IdempotencyOptions): IdempotencyKeyService {
  async function read<Schema extends z.ZodType>(schema: Schema, purpose: string, sealed: string) {
    const opened = await sealer.open(purpose, sealed)
    return schema.safeParse(opened?.content).data ?? null
  }
  /** The key of this place, unless it has been used or would expire while the form is open. */
  async function unused(place: string): Promise<IdempotencyKey> {
    const fresh = { key: randomBytes(18).toString('base64url'), issuedAt: now() }
    try {
      const current = await store.issuedFor(place)
      const isYoung = current && now() - current.issuedAt < idempotencyKeyTtlMs / 2
      if (isYoung && !(await store.find(current.key))) return current
      return await store.issueFor(place, fresh, current)
    } catch (error) {
      // The page is shown anyway; nothing is sent while no key can be acquired.
      log.warn({ error: String(error) }, 'the record of submissions is out of reach')
    }
    return fresh
  }
  return {
    for: (session) => ({
      store,
      log,
      now,
      async issue(form, subject = '') {
        const { key, issuedAt } = await unused(`${session.formsId}:${form}:${subject}`)
        return sealer.seal(idPurpose, { key, form, session: session.formsId, issuedAt })
      },
      async open(form, sealed) {
        const id = await read(SealedId, idPurpose, sealed)
        if (!id || id.form !== form || id.session !== session.formsId) return null
        return now() - id.issuedAt > idempotencyKeyTtlMs ? null : { key: id.key, issuedAt: id.issuedAt }
      },
      async hrefOf(ticket) {
        return paths.submission(await sealer.seal(ticketPurpose, ticket))
      },
      async openTicket(sealed) {
        const ticket = await read(SealedTicket, ticketPurpose, sealed)
        return ticket && ticket.userId === session.user?.id ? ticket : null
      },
    }),
  }
}
