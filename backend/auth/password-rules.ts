import { leakedPasswords } from './leaked-passwords'

/**
 * Which passwords are refused as too simple. Length and being known are what counts; demanding signs and capitals
 * only leads to `Password1!` (NIST SP 800-63B, OWASP ASVS 5.0 6.2).
 */

const minLength = 8
/** From this length, the letters before a year or a special character count as a word. */
const minStem = 4

/** Words that a guesser of this product tries first: its name, its plans and ranks, who uses it and what it is about. */
const productWords =
  /^(?:tideline|breeze|depth|tsunami|spark|chimera|monarch|goliath|whale|investor|operator|admin|cabinet|crypto|bitcoin|wallet|deposit|usdt|btc|eth|trx|инвестор|оператор|кабинет|крипто|биткоин|кошелек|депозит)+$/

/** The names of the user: a password that repeats one is among the first guesses. */
export interface OwnWords {
  login: string
  email?: string | null
}

/**
 * Whether a password is too short, known from leaks, a run or repetition of signs, the person's own login or e-mail, or
 * nothing but words of the product with digits and signs between them.
 */
export async function isTooSimple(password: string, { login, email }: OwnWords): Promise<boolean> {
  const signs = [...password.normalize('NFKC').toLowerCase()]
  const folded = signs.join('')
  const stem = withoutTail(folded)
  const own = [login, email, email?.split('@')[0]].map((word) => word?.toLowerCase())
  if (signs.length < minLength || own.includes(folded) || own.includes(stem) || isPattern(signs)) return true
  if (productWords.test(folded.replace(/\P{L}/gu, ''))) return true
  const leaked = await leakedPasswords()
  return leaked.has(folded) || (stem.length >= minStem && leaked.has(stem))
}

/** `dragon2024!` is `dragon` for one who guesses. */
function withoutTail(folded: string): string {
  return folded.replace(/[\d!?.@#$%*_-]+$/, '')
}

/** A short piece over and over (`abcabcabc`), or signs that follow one another (`abcdefgh`, `98765432`). */
function isPattern(signs: string[]): boolean {
  const repeats = [1, 2, 3, 4].some((length) => signs.every((sign, at) => sign === signs[at % length]))
  if (repeats) return true
  const steps = signs.slice(1).map((sign, at) => sign.codePointAt(0)! - signs[at]!.codePointAt(0)!) // non-empty by construction
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
