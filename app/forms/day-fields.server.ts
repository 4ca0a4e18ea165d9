import { z } from 'zod'
import { readDay } from '~/formats/read-day.server'

const earliest = '1900-01-01'

/** A calendar day, from a date field or as it is typed where a browser has none; its value is `YYYY-MM-DD`. */
export const DayField = z.string('date_invalid').transform((typed, context) => {
  const day = readDay(typed)
  if (day) return day
  context.addIssue({ code: 'custom', message: 'date_invalid' })
  return z.NEVER
})

/** A date of birth. Days are compared as those of UTC, as the upstream does. */
export const BirthDateField = DayField.refine((day) => day >= earliest, 'date_invalid').refine(
  (day) => day <= new Date().toISOString().slice(0, 10),
  'birth_date_future',
)
