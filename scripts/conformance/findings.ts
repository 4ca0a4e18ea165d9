import { type Rule } from '~/upstream/reader/understand.server'

/** The result of a call: names, rules and kinds, never a value of an answer. */

export const verdicts = ['conforms', 'understood', 'differs', 'missing', 'not tried'] as const
export type Verdict = (typeof verdicts)[number]

/** A field that differs from the contract, and the rule by which it is still read. */
export interface BentField {
  /** From the answer's top, without places in lists; empty for the answer itself. */
  field: string
  rule: Rule | `status ${number}` | 'needs a bearer'
}

export interface Difference {
  field: string
  expected: string
  /** Kinds of values, such as `text` or `missing`. */
  seen: string
}

export interface Finding {
  verdict: Verdict
  /** Of a call that is understood, or differs in part. */
  rules: BentField[]
  differences: Difference[]
  /** Why the call is missing or was not tried. */
  reason: string | null
  /** Whether the upstream falls short by this. */
  isFault: boolean
}

const none = { rules: [], differences: [], reason: null, isFault: false }

export const conforms: Finding = { ...none, verdict: 'conforms' }

export const understood = (rules: BentField[]): Finding => ({ ...none, verdict: 'understood', rules })

export const differs = (differences: Difference[], rules: BentField[] = []): Finding => ({
  ...none,
  ...{ verdict: 'differs', differences, rules, isFault: true },
})

export const missing = (reason: string, isFault: boolean): Finding => ({
  ...none,
  ...{ verdict: 'missing', reason, isFault },
})

export const notTried = (reason: string): Finding => ({ ...none, verdict: 'not tried', reason })

const worst: readonly Verdict[] = ['differs', 'missing', 'understood', 'conforms', 'not tried']

/** Merges the results of a call that was made more than once. */
export function together(findings: readonly Finding[]): Finding {
  const rank = ({ verdict }: Finding) => worst.indexOf(verdict)
  const [first = notTried('was not asked')] = [...findings].sort((one, other) => rank(one) - rank(other))
  const distinct = <T>(all: T[]) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  return {
    ...first,
    rules: distinct(findings.flatMap(({ rules }) => rules)),
    differences: distinct(findings.flatMap(({ differences }) => differences)),
    isFault: findings.some(({ isFault }) => isFault),
  }
}

/** A finding about a part of an answer: its fields are named from the part's name on. */
export function under(name: string, finding: Finding): Finding {
  const placed = <T extends { field: string }>(one: T): T => ({
    ...one,
    field: one.field ? `${name}: ${one.field}` : name,
  })
  return { ...finding, rules: finding.rules.map(placed), differences: finding.differences.map(placed) }
}
