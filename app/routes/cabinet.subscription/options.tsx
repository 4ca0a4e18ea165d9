import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type Meaning, Alert } from '~/ui/alert/alert'
import { type I18n } from '~/locale/create'
import { type SubscriptionOptions } from './purchase.server'
import { RowsField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type SubscriptionOption } from '~/contract/settings'
import { paths } from '~/paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './options.css'

/** Whether there is a subscription, until when, and what happens then. */
export function SubscriptionStatus({ current }: Pick<SubscriptionOptions, 'current'>) {
  const i18n = useI18n()
  if (current === 'unsupported') return null
  const [meaning, title, text] = wordsOf(current, i18n)
  return (
    <Alert meaning={meaning} title={title}>
      {text}
    </Alert>
  )
}

function wordsOf(
  current: Exclude<SubscriptionOptions['current'], 'unsupported'>,
  { t, dateTime }: I18n,
): [Meaning, title: string, text: string] {
  if (current === 'none')
    return ['info', t('exchange:subscription.none'), t('exchange:subscription.noneText')]
  if (current === 'unknown')
    return ['warning', t('exchange:subscription.unknown'), t('exchange:subscription.unknownText')]
  const { title, status } = current
  const time = given(current.expiresAt, dateTime)
  const name = title ?? t('exchange:subscription.title')
  const headline = (word: 'active' | 'expired') =>
    time === null
      ? `${name}: ${t(`common:status.subscription.${word}`)}`
      : t(`exchange:subscription.${word}`, { title: name, time })
  switch (status) {
    case 'active':
      return ['success', headline('active'), t('exchange:subscription.activeText')]
    case 'expired':
      return ['info', headline('expired'), t('exchange:subscription.expiredText')]
    case 'unknown':
      return ['info', name, t('common:status.unknown')]
  }
}

/** A line each; a span, because all of it is a label. */
const Benefit = ({ children }: { children: string }) => <span className={styles.benefit}>{children} </span>

interface OptionsProps {
  options: readonly (SubscriptionOption & { title: string })[]
  leftOut?: number
  /** The free balance that it is paid from; null if the upstream does not provide it. */
  free: string | null
  lastResult: LastResult | null
  submission: string
}

export function Options({ options, leftOut, free, lastResult, submission }: OptionsProps) {
  const { t, amount } = useI18n()
  const [first] = options
  if (!first) {
    // They exist but could not be read, which a message above explains.
    if (leftOut) return null
    return (
      <EmptyState title={t('exchange:subscription.closed')} icon="calendar">
        {t('exchange:subscription.closedText')}
      </EmptyState>
    )
  }
  // Said once below the options, where each of them has the same.
  const hasCommon = options.every(({ benefits }) => benefits.join() === first.benefits.join())
  return (
    <Section id="options" title={t('exchange:subscription.options')}>
      <PostForm action={paths.subscription()} lastResult={lastResult} submission={submission} width="reading">
        <RowsField
          name="optionId"
          label={t('exchange:subscription.option')}
          hint={given(free, (value) =>
            t('exchange:subscription.free', { amount: amount(value, first.currency) }),
          )}
          choices={options.map(({ id, title, days, price, currency, benefits }) => ({
            value: id,
            title,
            side: amount(price, currency, { exact: true }),
            note: given(days, (count) => t('exchange:subscription.days', { count })),
            detail: hasCommon ? null : benefits.map((benefit) => <Benefit key={benefit}>{benefit}</Benefit>),
          }))}
        />
        {hasCommon && (
          <ul>
            {first.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        )}
        <SubmitButton>{t('common:action.continue')}</SubmitButton>
        <Soft small>
          {t('exchange:subscription.once')} <Link href={paths.topUps()}>{t('common:action.topUp')}</Link>
        </Soft>
      </PostForm>
    </Section>
  )
}
