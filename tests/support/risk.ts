import { defaultPlans } from '../../backend/defaults/plans'

/** The rule about the risk warning (docs/rules.md), as a check. */

/** Daily percentages of the plans, in the first term or the second, as either language writes them. */
const yields = defaultPlans.flatMap(({ dailyPercent, extensionMultiplier }) => [
  Number(dailyPercent),
  Number(dailyPercent) * Number(extensionMultiplier),
])
const shown = yields.map((percent) => percent.toFixed(2).replace('.', '[.,]')).join('|')

/** Whether the text of `main` names a yield. */
export function showsYield(text: string): boolean {
  return new RegExp(`(?<![\\d.,])(${shown})\\s?%`).test(text)
}
