import { useI18n } from '~/locale/context'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { type I18n } from '~/locale/create'
import { type SubscriptionOptions } from './options.server'

/** Whether there is a subscription, until when, and what happens then. */
export function SubscriptionStatus({ standing }: Pick<SubscriptionOptions, 'standing'>) {
  const i18n = useI18n()
  const [meaning, title, text] = wordsOf(standing, i18n)
  return (
    <Alert meaning={meaning} title={title}>
      {text}
    </Alert>
  )
}

function wordsOf(
  standing: SubscriptionOptions['standing'],
  { t, dateTime }: I18n,
): [Meaning, title: string, text: string] {
  if (standing === 'none')
    return ['info', t('exchange:subscription.none'), t('exchange:subscription.noneText')]
  if (standing === 'unknown')
    return ['warning', t('exchange:subscription.unknown'), t('exchange:subscription.unknownText')]
  const { title, status } = standing
  const time = dateTime(standing.expiresAt)
  switch (status) {
    case 'active':
      return [
        'success',
        t('exchange:subscription.active', { title, time }),
        t('exchange:subscription.activeText'),
      ]
    case 'expired':
      return [
        'info',
        t('exchange:subscription.expired', { title, time }),
        t('exchange:subscription.expiredText'),
      ]
    case 'unknown':
      return ['info', title, t('common:status.unknown')]
  }
}
