import { type contract } from '~/contract'
import { type OperatorRole } from '~/contract/operator-roles'
import { type FourEyes } from '~/contract/settings'
import { type z } from 'zod'
import { type Db } from '../db/connect'
import { type Fact } from '../db/schema/operator'
import { type Services } from '../services'
import { type OperatorContext, type SubjectKind } from './audit'

/** A change that may need a second operator, and what it changes as facts that people compare. */

export type FourEyesRules = z.output<typeof FourEyes>

/** The contract's name of an operator's call. */
export type ChangeCall = `operator.${keyof (typeof contract)['operator']}`

/**
 * A change by an operator. It is made by the same function whether one operator makes it or a second one approves it. Its
 * input is stored as JSON.
 */
export interface Change<Input, Made = unknown> {
  call: ChangeCall
  /** What it changes. While a proposal about it is open there is no second one; a new thing has no id. */
  subject: (input: Input) => { kind: SubjectKind; id: string | null }
  /** Whether it needs a second operator while four eyes are on; by default it does. */
  needsSecond?: (tx: Db, operator: OperatorContext, input: Input, rules: FourEyesRules) => Promise<boolean>
  /**
   * What the second operator has to know: the subject as it stands, of values that JSON has. It is read before the
   * change and after it, and the difference is shown.
   * @param made what the change has made; null before
   */
  read: (tx: Db, operator: OperatorContext, input: Input, made: Made | null) => Promise<object>
  /** Names of facts that move by themselves: their other value does not mean that the subject has moved. */
  moving?: readonly string[]
  /** Names of facts that are contacts of people: the trail, which nothing is taken out of, has no copy of them. */
  contacts?: readonly string[]
  /** The roles, beside admin, that may make it, where the call takes more than each of its roles may change. */
  roles?: (input: Input) => readonly OperatorRole[]
  /** Refuses whoever requests it; who approves it is not checked again. */
  refuse?: (tx: Db, operator: OperatorContext, input: Input) => Promise<void>
  /** Has to be done before its transaction. */
  prepare?: (services: Services, input: Input) => Promise<void>
  /** Makes it, in the transaction of the operator whose decision makes it, or throws a Refusal. */
  make: (tx: Db, operator: OperatorContext, input: Input, services: Services) => Promise<Made>
}

/** The values of an object by their paths, such as `title.ru` or `value.0.percent`. */
export function flatten(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[path, String(value as string | number | boolean)]])
  return new Map(
    Object.entries(value).flatMap(([name, part]) => [...flatten(part, path ? `${path}.${name}` : name)]),
  )
}

/** Both readings of a subject side by side, in the order of the later one. */
export function factsOf(before: Map<string, string>, after: Map<string, string>): Fact[] {
  const names = new Set([...after.keys(), ...before.keys()])
  return [...names].map((name) => ({
    name,
    before: before.get(name) ?? null,
    after: after.get(name) ?? null,
  }))
}
