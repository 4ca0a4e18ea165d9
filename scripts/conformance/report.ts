import { styleText } from 'node:util'
import { type Verdict, verdicts } from './findings'
import { type SurveyedCall } from './survey'

/** The findings, as a table for people and as JSON for machines. */

/** The shape of `--json`; `format` grows when a field changes its meaning. */
export interface Report {
  format: 1
  /** Whether nothing differs, and no call is missing that the upstream should have. */
  ok: boolean
  /** Whether calls that change something were made. */
  write: boolean
  counts: Record<Verdict, number>
  calls: ReportedCall[]
}

export interface ReportedCall {
  /** As `deposits.list`. */
  call: string
  /** Null for a call that every upstream has. */
  extension: string | null
  verdict: Verdict
  /** Fields that are understood by a rule; `field` is empty for the answer itself. */
  rules: { field: string; rule: string }[]
  /** Fields that can't be understood; `seen` is the type of a value, never the value. */
  differences: { field: string; expected: string; seen: string }[]
  /** Why it is missing or was not tried. */
  reason: string | null
}

export function reportOf(surveyed: readonly SurveyedCall[], write: boolean): Report {
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [
      verdict,
      surveyed.filter(({ finding }) => finding.verdict === verdict).length,
    ]),
  ) as Record<Verdict, number>
  return {
    ...{ format: 1, ok: !surveyed.some(({ finding }) => finding.isFault), write, counts },
    calls: surveyed.map(({ id, call, finding: { verdict, rules, differences, reason } }) => ({
      ...{ call: id, extension: call.extension ?? null, verdict, rules, differences, reason },
    })),
  }
}

const colors = {
  conforms: 'green',
  understood: 'cyan',
  differs: 'red',
  missing: 'yellow',
  'not tried': 'gray',
} as const satisfies Record<Verdict, string>

/** @param hasColors for a terminal */
export function tableOf({ calls, counts }: Report, hasColors: boolean): string {
  const callWidth = Math.max(...calls.map(({ call }) => call.length)) + 2
  const verdictWidth = Math.max(...verdicts.map((verdict) => verdict.length)) + 2
  const colored = (verdict: Verdict, text: string) =>
    hasColors ? styleText(colors[verdict], text, { validateStream: false }) : text
  const rows = calls.flatMap((one) => {
    const [first = '', ...others] = detailsOf(one)
    const head = one.call.padEnd(callWidth) + colored(one.verdict, one.verdict.padEnd(verdictWidth))
    return [head + first, ...others.map((line) => ' '.repeat(callWidth + verdictWidth) + line)]
  })
  const sums = verdicts.map((verdict) => colored(verdict, `${counts[verdict]} ${verdict}`)).join(' · ')
  return `${rows.map((row) => row.trimEnd()).join('\n')}\n\n${sums}\n`
}

function detailsOf({ rules, differences, reason }: ReportedCall): string[] {
  const byRule = new Map<string, string[]>()
  for (const { field, rule } of rules) byRule.set(rule, [...(byRule.get(rule) ?? []), nameOf(field)])
  return [
    ...(reason ? [reason] : []),
    ...differences.map(({ field, expected, seen }) => `${nameOf(field)}: expected ${expected}, seen ${seen}`),
    ...[...byRule].map(([rule, fields]) => `${rule}: ${fields.join(', ')}`),
  ]
}

const nameOf = (field: string) => field || 'the answer'
