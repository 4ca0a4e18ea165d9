import { TextField } from './fields'

/** The code of an SMS or a letter: phones offer it from the message, and it is typed in digits. */
export function CodeField({ label, hint }: { label: string; hint: string }) {
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      variant="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={32}
    />
  )
}
