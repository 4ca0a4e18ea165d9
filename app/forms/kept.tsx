import { useChosen } from './fields'
import { HiddenFields } from './plain-form'

/** A value of the surrounding form that it carries along unseen. */
export function Kept({ name }: { name: string }) {
  return <HiddenFields values={{ [name]: useChosen(name) ?? '' }} />
}
