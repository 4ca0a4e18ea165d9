import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack, Cluster } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'
import { Alert } from '~/ui/alert/alert'
import { type OpenTopUp as TopUp } from '../overview.server'
import { type ComponentProps } from 'react'
import { ClockSteps, ClockNow } from '~/investments/demo-clock'

const steps = ['topUp', 'deposit', 'income'] as const

/** For an investor without any entries: the first steps, and what to know before money moves. */
export function Newcomer() {
  const { t } = useI18n()
  return (
    <Section id="begin" title={t('cabinet:dashboard.begin.title')}>
      <Stack gap={5} width="reading">
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>
              <p className={styles.name}>{t(`cabinet:dashboard.begin.${step}.title`)}</p>
              <Soft>{t(`cabinet:dashboard.begin.${step}.text`)}</Soft>
            </li>
          ))}
        </ol>
        <ButtonLink href={paths.topUps()} icon="topUp" variant="primary">
          {t('cabinet:dashboard.begin.action')}
        </ButtonLink>
        <p>
          <Link href={paths.newDeposit()}>{t('cabinet:dashboard.begin.plans')}</Link>
        </p>
      </Stack>
    </Section>
  )
}

/** An unconfirmed e-mail: one line, and a link to its code. */
export function EmailWaits() {
  const { t } = useI18n()
  return (
    <Alert role="note" title={t('cabinet:dashboard.emailWaits.title')}>
      <Link href={`${paths.settings('profile')}#email`}>{t('cabinet:dashboard.emailWaits.enter')}</Link>
    </Alert>
  )
}

/** A link to an address that waits for a transfer, as long as it does. */
export function OpenTopUp({ topUp }: { topUp: TopUp }) {
  const { t, amount, time, number } = useI18n()
  const { id, requestAmount, currency, expiresAt, count } = topUp
  return (
    <Alert
      role="note"
      title={t('cabinet:dashboard.openTopUp.title', { amount: amount(requestAmount, currency) })}
    >
      <Stack gap={3}>
        {expiresAt !== null && <p>{t('cabinet:dashboard.openTopUp.text', { time: time(expiresAt) })}</p>}
        <Cluster>
          <Link href={paths.topUp(id)}>{t('cabinet:dashboard.openTopUp.show')}</Link>
          {count !== null && count > 1 && (
            <Link href={paths.topUps({ status: 'pending' })}>
              {t('cabinet:dashboard.openTopUp.all', { number: number(count) })}
            </Link>
          )}
        </Cluster>
      </Stack>
    </Alert>
  )
}

/** Rendered only if the upstream is a demonstration. */
export function DemoClock(clock: ComponentProps<typeof ClockNow>) {
  const { t } = useI18n()
  return (
    <Section id="demo-clock" title={t('common:demo.clock')}>
      <Stack gap={1} width="reading">
        <ClockNow {...clock} />
        <Soft>{t('common:demo.clockText')}</Soft>
      </Stack>
      <Stack gap={3}>
        <ClockSteps {...clock} />
        <Link href={paths.demoClock()}>{t('common:demo.otherDays')}</Link>
      </Stack>
    </Section>
  )
}
