/**
 * A calendar day as people type it where a browser shows no calendar (text browsers, old ones), as `YYYY-MM-DD`; null if
 * it is no day, or one that could be two: `01/02/2026` begins with the day in some countries and with the month in others.
 */
export function readDay(typed: string): string | null {
  const seen = typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
  const byYear = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/.exec(seen)
  const byDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(seen)
  const [year, month, day] = byYear ? [byYear[1], byYear[3], byYear[4]] : [byDay?.[3], byDay?.[2], byDay?.[1]]
  if (!year || !month || !day) return null
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${read}T00:00:00Z`)
  // A day that its month does not have is taken for one of the next month by some engines.
  return year !== '0000' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(read) ? read : null
}
