import { RadioField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type SubscriptionOption } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'

interface OptionsProps {
  options: readonly SubscriptionOption[]
  /** The free balance that it is paid from. */
  free: string
  lastResult: LastResult | null
  submission: string
}

export function Options({ options, free, lastResult, submission }: OptionsProps) {
  const { t, amount } = useI18n()
  const [first] = options
  if (!first) {
    return (
      <EmptyState title={t('exchange:subscription.closed')} icon="calendar">
        {t('exchange:subscription.closedText')}
      </EmptyState>
    )
  }
  return (
    <Section id="options" title={t('exchange:subscription.options')}>
      <PostForm action={paths.subscription()} lastResult={lastResult} submission={submission} width="reading">
        <RadioField
          name="optionId"
          label={t('exchange:subscription.option')}
          hint={t('exchange:subscription.free', {
            amount: amount(free, first.currency, { exact: true }),
          })}
          choices={options.map(({ id, title, days, price, currency, benefits }) => ({
            value: id,
            title,
            side: amount(price, currency, { exact: true }),
            text: [t('exchange:subscription.days', { count: days }), ...benefits],
          }))}
        />
        <SubmitButton>{t('common:action.continue')}</SubmitButton>
        <Soft small>
          {t('exchange:subscription.once')} <Link href={paths.topUps()}>{t('common:action.topUp')}</Link>
        </Soft>
      </PostForm>
    </Section>
  )
}
