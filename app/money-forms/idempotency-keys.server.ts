import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { isFinal, keyAfter } from './records.server'
import { type Sealer } from '~/session/seal.server'
import { type UpstreamLog } from '~/upstream/types'
import {
  type IdempotencyKey,
  type IdempotencyKeys,
  type IdempotencyStore,
  type SubmissionTicket,
  formNames,
} from './types'

/**
 * Keys that let money move once. The server issues a key for one form of one account, sealed with both and its time,
 * and valid for a day. Its random part (144 bits) is the `Idempotency-Key` that goes upstream, so the same key reaches
 * the same call again after a restart, after another sign-in and on any instance. The key and its time are also
 * readable in front of the seal: if the seal no longer opens, because its secret was removed, the outcome can still be
 * queried. Invariants: a browser can neither make a key that sends nor use one of another account or form; a ticket
 * opens for its user only.
 */

export const idempotencyKeyTtlMs = 24 * 60 * 60 * 1000

/** So many submissions without an outcome are looked at for the numbers; more are a fault of the upstream's anyway. */
export const maxOpenRead = 1_000

const keyPurpose = 'submission'
const ticketPurpose = 'submission ticket'
const seriesPurpose = 'submission series'

const formName = z.enum(formNames)

const SealedKey = z.object({ key: z.string(), form: formName, userId: z.string(), issuedAt: z.number() })

/** The readable parts before the seal: the key, and when it was issued, in milliseconds to the base of 36. */
const readable = /^([\w-]{24})\.([0-9a-z]{1,9})\.(?=.)/

/** The readable parts of a ticket: the form, the key and the seal. */
const readableTicket = /^([\w.]{1,40})~([\w-]{24})~(.+)$/

const SealedTicket = z
  .object({
    key: z.string(),
    form: formName,
    values: z.record(z.string(), z.string()),
    userId: z.string(),
    startedAt: z.number(),
    sentAt: z.string(),
    before: z.array(z.string()).optional(),
    /** `firstCheckedAt` of the ticket. The name is part of addresses that are in use. */
    askedAt: z.number().optional(),
  })
  .transform(({ askedAt: firstCheckedAt, ...ticket }): SubmissionTicket => ({ ...ticket, firstCheckedAt }))

const SealedSeries = z.object({
  key: z.string(),
  form: formName,
  values: z.record(z.string(), z.string()),
  /** Null where the record of the key has them. */
  parts: z.array(z.string()).nullable(),
  userId: z.string(),
  startedAt: z.number(),
  sentAt: z.string(),
})

/** What the ids of a series may take in its sealed address, which servers in front would refuse from 8 KB on. */
const maxIdBytes = 5_000

/** Whether a sealed address has room for the parts of a series. */
export const fitsAddress = (parts: readonly string[]): boolean =>
  Buffer.byteLength(JSON.stringify(parts)) <= maxIdBytes

function sealedTicket({
  firstCheckedAt: askedAt,
  ...ticket
}: SubmissionTicket): z.input<typeof SealedTicket> {
  return { ...ticket, before: ticket.before && [...ticket.before], askedAt }
}

interface Holder {
  readonly user: { readonly id: string; readonly role?: string } | null
}

/** Created once at the start. `for` returns the keys of the signed-in account. */
export interface IdempotencyKeyService {
  for(session: Holder): IdempotencyKeys
  /** The submissions without an outcome, of all accounts. @throws whatever the store does */
  unsettled(): Promise<OpenSubmissionAge[]>
}

/** Nothing of whose it is and what it is about. */
export interface OpenSubmissionAge {
  /** Since it was found to be open. */
  ageMs: number
}

export interface IdempotencyOptions {
  sealer: Sealer
  store: IdempotencyStore
  log: UpstreamLog
  /** Counts the outcome of a form. */
  onOutcome?: IdempotencyKeys['onOutcome']
  /** This process's clock, in milliseconds since the epoch. */
  now?: () => number
}

export function createIdempotencyKeys({
  sealer,
  store,
  log,
  onOutcome = () => {},
  now = Date.now,
}: IdempotencyOptions): IdempotencyKeyService {
  async function read<Schema extends z.ZodType>(schema: Schema, purpose: string, sealed: string) {
    const opened = await sealer.open(purpose, sealed)
    return schema.safeParse(opened?.content).data ?? null
  }
  /** Whether a new form needs another key. After a 401 it does once the form was sent again, under the key that follows. */
  async function isUsed(key: string): Promise<boolean> {
    const record = await store.find(key)
    return record?.outcome.state === 'unauthorized' ? isUsed(keyAfter(key)) : record !== null
  }
  /** The key of this slot, unless it has been used or would expire while the form is open. */
  async function unused(slot: string): Promise<IdempotencyKey> {
    const fresh = { key: randomBytes(18).toString('base64url'), issuedAt: now() }
    try {
      const current = await store.issuedFor(slot)
      const isYoung = current && now() - current.issuedAt < idempotencyKeyTtlMs / 2
      if (isYoung && !(await isUsed(current.key))) return current
      return await store.issueFor(slot, fresh, current)
    } catch (error) {
      // The page is shown anyway; nothing is sent while no key can be acquired.
      log.warn({ error: String(error) }, 'the record of submissions is out of reach')
    }
    return fresh
  }
  /** The submissions that have no final outcome. The others are removed from those that are noted as open. */
  async function withoutOver<Noted extends { key: string }>(
    noted: readonly Noted[],
    remove: (over: Noted) => Promise<void>,
  ): Promise<Noted[]> {
    const records = await Promise.all(noted.map(({ key }) => store.find(key)))
    const isOver = records.map((record) => record !== null && isFinal(record))
    await Promise.all(noted.filter((_, at) => isOver[at]).map(remove))
    return noted.filter((_, at) => !isOver[at])
  }
  return {
    async unsettled() {
      const open = await withoutOver(await store.allOpen(), ({ userId, key }) =>
        store.removeOpen(userId, key),
      )
      return open.map(({ notedAt }) => ({ ageMs: Math.max(0, now() - notedAt) }))
    },
    for: (session) => ({
      store,
      log,
      now,
      onOutcome,
      async issue(form, subject = '') {
        const userId = session.user?.id ?? ''
        const { key, issuedAt } = await unused(`${userId}:${form}:${subject}`)
        const seal = await sealer.seal(keyPurpose, { key, form, userId, issuedAt })
        return `${key}.${issuedAt.toString(36)}.${seal}`
      },
      async open(form, sealed) {
        const [start, key, time] = readable.exec(sealed) ?? []
        if (start === undefined || key === undefined || time === undefined) return null
        const issued = await read(SealedKey, keyPurpose, sealed.slice(start.length))
        if (!issued) return { key, issuedAt: Math.min(parseInt(time, 36), now()), maySend: false }
        if (issued.form !== form || issued.userId !== session.user?.id) return null
        const isTooOld = now() - issued.issuedAt > idempotencyKeyTtlMs
        return { key: issued.key, issuedAt: issued.issuedAt, maySend: !isTooOld }
      },
      issuedTo(sealed) {
        const [start = ''] = readable.exec(sealed) ?? []
        return read(SealedKey, keyPurpose, sealed.slice(start.length))
      },
      async hrefOf(ticket) {
        const { form, key, sentAt, userId } = ticket
        const seal = await sealer.seal(ticketPurpose, sealedTicket(ticket))
        const page = session.user?.role === 'operator' ? operatorPaths.submission : paths.submission
        const href = page(`${form}~${key}~${seal}`)
        await store.addOpen(userId, { key, form, sentAt, href }).catch((error: unknown) => {
          log.warn({ error: String(error) }, 'a submission without an outcome could not be noted')
        })
        return href
      },
      async closeSubmission(key) {
        await store.removeOpen(session.user?.id ?? '', key).catch((error: unknown) => {
          log.warn({ error: String(error) }, 'the record of submissions is out of reach')
        })
      },
      async openSubmissions() {
        if (!session.user) return []
        const { id } = session.user
        try {
          return await withoutOver(await store.openOf(id), ({ key }) => store.removeOpen(id, key))
        } catch (error) {
          log.warn({ error: String(error) }, 'the record of submissions is out of reach')
          return []
        }
      },
      async openTicket(sealed) {
        const [, form, key, seal = ''] = readableTicket.exec(sealed) ?? []
        const ticket = await read(SealedTicket, ticketPurpose, seal)
        if (ticket) return ticket.userId === session.user?.id ? ticket : null
        const name = formName.safeParse(form)
        return name.success && key !== undefined ? { form: name.data, key } : null
      },
      sealSeries: (series) =>
        sealer.seal(seriesPurpose, { ...series, parts: fitsAddress(series.parts) ? series.parts : null }),
      async openSeries(sealed) {
        const series = await read(SealedSeries, seriesPurpose, sealed)
        if (!series || series.userId !== session.user?.id) return null
        if (series.parts) return series
        const record = await store.find(series.key)
        return { ...series, parts: record?.parts ?? null }
      },
    }),
  }
}
