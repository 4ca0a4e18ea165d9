/** Find a number whose PBKDF2 (SHA-256, with this salt and as many iterations) begins with as many zero bits. */
export interface Puzzle {
  salt: string
  iterations: number
  bits: number
}
