import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { TextInput } from '~/ui/text-input/text-input'

/** The newsletter's form in the footer: what is wrong is told on the page that it is sent to. */
export function NewsletterForm() {
  const { t } = useI18n()
  return (
    <form method="post" action={paths.subscribe()} noValidate>
      <TextInput
        id="newsletter-email"
        name="email"
        type="email"
        label={t('site:subscribe.email')}
        autoComplete="email"
        maxLength={254}
        required
      />
      <Button type="submit" size="small">
        {t('site:subscribe.submit')}
      </Button>
    </form>
  )
}
