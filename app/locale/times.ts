/**
 * Times as readers see them, always in one explicit zone that is shown with the hour. A line break is possible
 * between the day and the hour, but not within either.
 */
export interface TimeFormats {
  /** `5 January 2026`, the day of an instant in the product's zone. */
  date: (iso: string) => string
  /** `5 January 2026, 12:00 GMT+2`. */
  dateTime: (iso: string) => string
  /** `5 January 2026, 12:00`, for a list that names its zone once. */
  dateHours: (iso: string) => string
  /** `12:00 GMT+2`. */
  time: (iso: string) => string
  /** `12:00`, for a list that names its zone once. */
  hours: (iso: string) => string
  /** `5 January 2026` of a calendar date `YYYY-MM-DD`, which belongs to no zone. */
  day: (date: string) => string
  /** `Mon 5 January` of a calendar date that is near. */
  nearDay: (date: string) => string
  /** `5 Jan 2026` of a calendar date, where there is little room; it may break. */
  shortDay: (date: string) => string
  /** `January 2026` of a calendar month `YYYY-MM`, for use outside a sentence. */
  month: (month: string) => string
  /** The calendar date `YYYY-MM-DD` of an instant in the product's zone, as a date field wants it. */
  calendarDate: (iso: string) => string
  /** `59 minutes 12 seconds`: the two largest units of a span; less than a second is zero seconds. */
  duration: (ms: number) => string
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** Formatters are slow to make and fast to use: one set per language is created for the whole process. */
export function createTimeFormats(locale: string, timeZone: string): TimeFormats {
  const dayParts = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const dates = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone })
  const days = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone: 'UTC' })
  const shortDays = new Intl.DateTimeFormat(locale, { ...dayParts, month: 'short', timeZone: 'UTC' })
  const nearDays = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const months = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const hours = new Intl.DateTimeFormat(locale, clock)
  // British English names some zones by abbreviations that few readers know; plain English by their offset.
  const zones = new Intl.DateTimeFormat('en', { ...clock, timeZoneName: 'short' })
  const isoDates = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const spans = units.map(
    ([unit]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
  )

  const date = (iso: string) => held(dates.format(new Date(iso)))
  const time = (iso: string) => {
    const instant = new Date(iso)
    const zone = zones.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    return held(`${hours.format(instant)} ${zone}`)
  }
  return {
    date,
    time,
    hours: (iso) => hours.format(new Date(iso)),
    dateTime: (iso) => `${date(iso)}, ${time(iso)}`,
    dateHours: (iso) => `${date(iso)}, ${hours.format(new Date(iso))}`,
    day: (calendarDate) => held(days.format(new Date(`${calendarDate}T00:00:00Z`))),
    shortDay: (calendarDate) => shortDays.format(new Date(`${calendarDate}T00:00:00Z`)),
    nearDay: (calendarDate) => nearDays.format(new Date(`${calendarDate}T00:00:00Z`)),
    month(month) {
      const name = months.format(new Date(`${month}-01T00:00:00Z`))
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${month.slice(0, 4)}`
    },
    calendarDate: (iso) => isoDates.format(new Date(iso)),
    duration: (ms) => withSpaces(' ', formatSpan(spans, ms)),
  }
}

function formatSpan(spans: Intl.NumberFormat[], ms: number): string {
  let rest = Math.max(0, ms)
  const parts: string[] = []
  for (const [place, [unit, length]] of units.entries()) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 || (unit === 'second' && parts.length === 0)) parts.push(spans[place]?.format(count) ?? '')
  }
  return parts.slice(0, 2).join(' ')
}

/** Engines differ in which space they put; a page must read the same from the server and in the browser. */
function withSpaces(space: string, text: string): string {
  return text.replace(/\s/g, space)
}

const held = (text: string) => withSpaces('\u00a0', text)
