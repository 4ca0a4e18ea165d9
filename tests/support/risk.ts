import { defaultPlans } from '../../backend/defaults/plans'

/** The rule of the risk warning (docs/rules.md), as a test asks for it. */

/** Percentages that a plan pays a day, in the first term or the second, as either language writes them. */
const yields = defaultPlans.flatMap(({ dailyPercent, extensionMultiplier }) => [
  Number(dailyPercent),
  Number(dailyPercent) * Number(extensionMultiplier),
])
const shown = yields.map((percent) => percent.toFixed(2).replace('.', '[.,]')).join('|')

/** Whether what is read in `main` names a yield. */
export function showsYield(text: string): boolean {
  return new RegExp(`(?<![\\d.,])(${shown})\\s?%`).test(text)
}
