/** The calendar day before another one, both `YYYY-MM-DD`: a day has 23 or 25 hours where clocks are changed. */
export const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
