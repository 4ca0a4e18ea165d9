import { type ComponentProps } from 'react'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { VisuallyHidden } from '~/ui/layout/layout'
import { useInLanguageOfPage } from './page-of-form'
import { usePending } from './pending'

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'pending'> {
  /** What happens while the form is on its way, such as "Opening…"; by default "Sending…". */
  doing?: string
}

/** Submits the surrounding form and shows that it is on its way; its name and its focus stay. */
export function SubmitButton({ variant = 'primary', doing, formAction, ...rest }: SubmitButtonProps) {
  const { t } = useI18n()
  const pending = usePending() && (doing ?? t('common:form.pending'))
  const target = useInLanguageOfPage(formAction)
  return (
    <div>
      <Button {...rest} formAction={target} type="submit" variant={variant} pending={pending} />
      <span role="status">{pending && <VisuallyHidden>{pending}</VisuallyHidden>}</span>
    </div>
  )
}
