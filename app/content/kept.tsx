import { useChosen } from '~/forms/fields'
import { HiddenFields } from '~/forms/plain-form'

/** A value of the surrounding form that it carries along unseen. */
export function Kept({ name }: { name: string }) {
  return <HiddenFields values={{ [name]: useChosen(name) ?? '' }} />
}
