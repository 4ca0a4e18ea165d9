import { type ComponentProps } from 'react'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import { VisuallyHidden } from '~/ui/layout/layout'
import { useInLanguageOfPage } from './language-of-page'
import { usePending } from './pending'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'pending'>

/** Submits the surrounding form, shows that it is pending, and keeps its label and width meanwhile. */
export function SubmitButton({ variant = 'primary', formAction, children, ...rest }: SubmitButtonProps) {
  const i18n = useI18n()
  const pending = usePending()
  const target = useInLanguageOfPage(formAction)
  return (
    <div>
      <Button {...rest} formAction={target} type="submit" variant={variant} pending={pending}>
        {children}
      </Button>
      <span role="status">{pending && <VisuallyHidden>{i18n.t('common:form.pending')}</VisuallyHidden>}</span>
    </div>
  )
}
