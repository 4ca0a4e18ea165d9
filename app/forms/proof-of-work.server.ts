import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Limits } from '~/session/limits.server'
import { networkOf } from '~/formats/network'
import { type Sealer } from '~/session/seal.server'

/**
 * A proof of work for forms that make us send messages. It appears only after a network has sent a few of them within
 * an hour, or when registrations surge. Then a form passes in one of two ways: with the solution of a puzzle, which a
 * script finds while the form is filled in; or, without scripts, once its ticket is a minute old, a few times per
 * network.
 *
 * Every such form carries a ticket. It is sealed, bound to the network it was issued to, and valid for one message.
 * Its minute runs while the form is filled in, so most readers without scripts never wait.
 */

const ticketTtlMs = 60 * 60_000
/** How old a ticket has to be to pass without a solution. */
export const slowPathMs = 60_000
const minuteMs = 60_000
/**
 * A thousand tries on average, each of about a millisecond: a few seconds of a phone, and as much of an attacker's
 * machine.
 */
const puzzle = { iterations: 2_000, bits: 10 }
const maxSolution = 1_000_000

const WorkTicket = z.object({ id: z.string(), network: z.string(), at: z.number() })
type WorkTicket = z.infer<typeof WorkTicket>

const purpose = 'proof-of-work'
const fieldOfTicket = 'workTicket'
const fieldOfSolution = 'workSolution'

/** The data that a page needs for the fields. */
export interface WorkFields {
  ticket: string
  /** Null while no work is due. */
  due: {
    puzzle: Puzzle
    /** The full minute from which on the form passes without scripts, ISO 8601. */
    from: string
  } | null
}

export type WorkResult =
  | {
      passed: true
      /** Nothing was sent after all: the attempt does not count and the ticket is good again. */
      giveBack(): Promise<void>
    }
  | { passed: false; retryAfterS: number; from: string }

export interface ProofOfWork {
  /** The fields of a form. A form that comes back keeps its ticket, and so the time that has passed. */
  fields(): Promise<WorkFields>
  /** Counts the posted form, and requires the work if it is due. */
  verify(what: { isRegistration: boolean }): Promise<WorkResult>
}

export interface ProofOfWorkOptions {
  sealer: Sealer
  limits: Limits
  address: string
  form: FormData | null
  /** In milliseconds since the epoch. */
  now: () => number
}

export function openProofOfWork({ sealer, limits, address, form, now }: ProofOfWorkOptions): ProofOfWork {
  const network = networkOf(address)

  const issue = (): WorkTicket => ({ id: randomBytes(16).toString('hex'), network, at: now() })
  /** The posted ticket, if it is valid. */
  async function posted(): Promise<WorkTicket | null> {
    const opened = await sealer.open(purpose, textOf(form, fieldOfTicket))
    const ticket = WorkTicket.safeParse(opened?.content).data
    if (!ticket || ticket.network !== network || now() - ticket.at > ticketTtlMs) return null
    return ticket
  }
  const fromOf = ({ at }: WorkTicket) => fullMinute(Math.max(at + slowPathMs, now()))

  return {
    async fields() {
      const kept = await posted()
      const ticket = kept && !(await limits.isTicketUsed(kept.id)) ? kept : issue()
      const isDue = await limits.isWorkDue(address)
      return {
        ticket: await sealer.seal(purpose, ticket),
        due: isDue ? { puzzle: { ...puzzle, salt: ticket.id }, from: fromOf(ticket) } : null,
      }
    },

    async verify({ isRegistration }) {
      const isDue = await limits.countMessageForm(address, isRegistration)
      const forget = () => limits.forgiveMessageForm(address, isRegistration)
      if (!isDue) return { passed: true, giveBack: forget }

      const ticket = await posted()
      const notYet = async (retryAfterS: number) => {
        await forget()
        return { passed: false, retryAfterS, from: fullMinute(now() + retryAfterS * 1000) } as const
      }
      if (!ticket) return notYet(slowPathMs / 1000)
      if (!(await limits.useTicket(ticket.id))) return notYet(slowPathMs / 1000)
      const giveBack = async () => {
        await Promise.all([forget(), limits.returnTicket(ticket.id)])
      }
      if (await isSolution(ticket.id, textOf(form, fieldOfSolution))) return { passed: true, giveBack }

      const leftMs = ticket.at + slowPathMs - now()
      const waitS = leftMs > 0 ? leftMs / 1000 : await limits.take('workWaited', address)
      if (waitS === null) return { passed: true, giveBack }
      await limits.returnTicket(ticket.id)
      return notYet(Math.max(1, Math.ceil(waitS)))
    },
  }
}

function textOf(form: FormData | null, field: string): string {
  const value = form?.get(field)
  return typeof value === 'string' ? value : ''
}

/** The next one, ISO 8601, as pages show times. */
const fullMinute = (ms: number) => new Date(Math.ceil(ms / minuteMs) * minuteMs).toISOString()

const derive = promisify(pbkdf2)

/** One derivation, about a millisecond off the main thread. */
async function isSolution(salt: string, typed: string): Promise<boolean> {
  if (!/^\d{1,7}$/.test(typed) || Number(typed) > maxSolution) return false
  const bytes = await derive(typed, salt, puzzle.iterations, 4, 'sha256')
  return bytes.readUInt32BE() >>> (32 - puzzle.bits) === 0
}

/** Find a number whose PBKDF2 (SHA-256, with this salt and as many iterations) begins with as many zero bits. */
export interface Puzzle {
  salt: string
  iterations: number
  bits: number
}
