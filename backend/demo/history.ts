import { dayMs } from '../clock'
import { type Db } from '../db/connect'
import { type FundsContext } from '../funds/context'
import { createSeededIds } from '../ids'
import { runDueJobs } from '../jobs/due-jobs'

/**
 * A history that is played, not written: each step runs the product's own use cases at its moment, after everything
 * that was due before it. The same steps on the same day make the same history, down to the ids.
 */
export class History {
  private readonly steps: { at: Date; run: (context: FundsContext) => Promise<void> }[] = []
  private at: Date
  private readonly newId: () => string

  /** @param day midnight UTC of the demonstration's first day: where the history ends */
  constructor(
    readonly tx: Db,
    readonly day: Date,
  ) {
    this.at = new Date(0)
    this.newId = createSeededIds(`demonstration of ${day.toISOString()}`, { now: () => this.at })
  }

  /** So many days before the end, at a time of day (UTC). */
  moment(daysBefore: number, time = '00:00'): Date {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return new Date(this.day.getTime() - daysBefore * dayMs + (hours * 60 + minutes) * 60_000)
  }

  /** Schedules an event of the history. Events may be added in any order. */
  on(daysBefore: number, time: string, run: (context: FundsContext) => Promise<void>): void {
    this.steps.push({ at: this.moment(daysBefore, time), run })
  }

  /** Plays the remaining steps up to a moment, with the jobs that are due between them. */
  async playUntil(end: Date): Promise<void> {
    this.steps.sort((a, b) => a.at.getTime() - b.at.getTime())
    for (let step = this.steps[0]; step && step.at <= end; step = this.steps[0]) {
      this.steps.shift()
      await this.bringTo(step.at)
      await step.run(this.context(step.at))
    }
    await this.bringTo(end)
  }

  /** The surroundings of a use case at a moment of the history. */
  context(at: Date): FundsContext {
    this.at = at
    return { now: at, realNow: at, newId: this.newId, demo: true }
  }

  private async bringTo(at: Date): Promise<void> {
    await runDueJobs(this.tx, this.context(at))
  }
}
