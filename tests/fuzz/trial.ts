import type fc from 'fast-check'
import { cases, costText, HeldMemory, isTooDear, maxWarmGrowthMiB, measuredTogether, Reached } from './fuzz'

type Sender<Case> = (given: Case) => Promise<{ status: number }>

/** The requests to one call, form or page. */
interface Sent<Case> {
  /** The id of the call or the route. */
  id: string
  /** The name of the cases; another name generates other cases. */
  name?: string
  arbitrary: fc.Arbitrary<Case>
  /** Prepares concurrent requests; its cost does not count. */
  ready: () => Sender<Case> | Promise<Sender<Case>>
  /** For a report of faults. */
  shown: (given: Case) => string
}

interface Wrong {
  faults: string
  missed: string[]
  isTooMuchHeld: boolean
}

/**
 * A run over many calls, forms or pages: records failures, expensive requests, unreached handlers and leaked
 * memory.
 */
export class Trial {
  readonly #runs: number
  readonly #faults: string[] = []
  readonly #reached = new Reached()
  readonly #held: HeldMemory

  private constructor(runs: number, held: HeldMemory) {
    this.#runs = runs
    this.#held = held
  }

  static async of(runs: number): Promise<Trial> {
    return new Trial(runs, await HeldMemory.from(runs))
  }

  async send<Case>({ id, name = id, arbitrary, ready, shown }: Sent<Case>): Promise<void> {
    this.#held.begin()
    for (const some of cases(arbitrary, this.#runs, name)) {
      for (const result of await measuredTogether(some, await ready())) {
        const { status } = result.answer
        this.#reached.note(id, status)
        if (status >= 500 || isTooDear(result))
          this.#faults.push(`${id}: ${status}, ${costText(result)}\n${shown(result.given)}`)
      }
      await this.#held.sent(some.length)
      if (this.#faults.length > 20) break
    }
  }

  /** Called after the last request of a form, when the tests' own data are dropped. */
  async checkHeld(id: string): Promise<void> {
    const grownMiB = await this.#held.grownMiB()
    if (grownMiB > maxWarmGrowthMiB) this.#faults.push(`${id}: ${grownMiB.toFixed(1)} MiB more are held`)
  }

  report(id: string): void {
    this.#reached.report(id)
  }

  /** The result; `nothingWrong` on success. */
  async wrong(): Promise<Wrong> {
    return {
      faults: this.#faults.join('\n\n'),
      missed: this.#reached.missed(this.#runs),
      isTooMuchHeld: await this.#held.isTooMuch(),
    }
  }
}

export const nothingWrong: Wrong = { faults: '', missed: [], isTooMuchHeld: false }
