import { z } from 'zod'

const earliest = '1900-01-01'

/** A date of birth, `YYYY-MM-DD` as a date field sends it. Days are compared as those of UTC, as the upstream does. */
export const BirthDateField = z.iso
  .date('date_invalid')
  .refine((day) => day >= earliest, 'date_invalid')
  .refine((day) => day <= new Date().toISOString().slice(0, 10), 'birth_date_future')
