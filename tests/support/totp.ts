import { createHmac } from 'node:crypto'

/** One-time codes as an authenticator app makes them (RFC 6238), written anew so that the product is not its own judge. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** @param step the number of the time step */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

export const stepOf = (at: number): number => Math.floor(at / stepMs)

/**
 * An app with its secret, whose clock may be off. It shows a fresh code each time, as an owner who waits for the next
 * one has it: codes one step ahead are good too, so a test needs no waiting for the first two, and neither is late when
 * a step ends on its way.
 */
export function authenticator(secret: string) {
  let last = 0
  return {
    secret,
    /** The code that the app shows now. @param drift by how many steps its clock is wrong */
    shown: (drift = 0) => totpAt(secret, stepOf(Date.now()) + drift),
    /** The next code that has not been shown yet. */
    next(): string {
      last = Math.max(last + 1, stepOf(Date.now()))
      return totpAt(secret, last)
    },
    /**
     * Gives the code of the step before to what it sets up, which leaves two for the test. Another step may begin on the way:
     * then the code of what is the step before by then.
     */
    async setUp<Answer>(confirm: (code: string) => Promise<Answer>): Promise<Answer> {
      last = stepOf(Date.now()) - 1
      try {
        return await confirm(totpAt(secret, last))
      } catch (error) {
        const before = stepOf(Date.now()) - 1
        if (before === last) throw error
        last = before
        return confirm(totpAt(secret, last))
      }
    },
    /** A code of six digits that is not good now. */
    wrong(): string {
      const good = [-2, -1, 0, 1, 2].map((drift) => totpAt(secret, stepOf(Date.now()) + drift))
      return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
        (code) => !good.includes(code),
      )!
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>
