import { type ComponentProps } from 'react'
import { ClockNow, ClockSteps } from '~/investments/demo-clock'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Icon } from '~/ui/icon/icon'
import { Soft, Stack, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'

interface NewcomerProps {
  emailWaits: boolean
  documentsWait: boolean
  /** Documents that are sent are with the company. */
  areDocumentsSent: boolean
}

/** For an investor without any entries: what is done and what comes next. */
export function Newcomer({ emailWaits, documentsWait, areDocumentsSent }: NewcomerProps) {
  const { t } = useI18n()
  const steps = [
    { name: 'account' as const, isDone: true },
    ...(emailWaits
      ? [{ name: 'email' as const, isDone: false, href: `${paths.settings('profile')}#email` }]
      : []),
    ...(documentsWait || areDocumentsSent
      ? [{ name: 'documents' as const, isDone: areDocumentsSent, href: paths.settings('verification') }]
      : []),
    { name: 'topUp' as const, isDone: false, href: paths.topUps() },
    { name: 'deposit' as const, isDone: false, href: paths.newDeposit() },
    { name: 'income' as const, isDone: false },
  ]
  return (
    <Section id="begin" title={t('cabinet:dashboard.begin.title')}>
      <Stack gap={5} width="reading">
        <ol role="list" className={styles.steps}>
          {steps.map(({ name, isDone, href }) => {
            const title = t(`cabinet:dashboard.begin.${name}.title`)
            return (
              <li key={name} className={styles.need}>
                <span className={isDone ? styles.stepDone : styles.step}>
                  {isDone && <Icon name="check" size={16} />}
                </span>
                <div className={styles.needText}>
                  <p className={styles.needTitle}>
                    {href && !isDone ? <Link href={href}>{title}</Link> : title}
                    {isDone && <VisuallyHidden> — {t('cabinet:dashboard.begin.done')}</VisuallyHidden>}
                  </p>
                  <Soft small>{t(`cabinet:dashboard.begin.${name}.text`)}</Soft>
                </div>
              </li>
            )
          })}
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

/** Rendered only if the upstream is a demonstration. */
export function DemoClock(clock: ComponentProps<typeof ClockNow>) {
  const { t } = useI18n()
  return (
    <Disclosure title={t('common:demo.clock')}>
      <Stack gap={3}>
        <ClockNow {...clock} />
        <Soft>{t('common:demo.clockText')}</Soft>
        <ClockSteps {...clock} />
        <Link href={paths.demoClock()}>{t('common:demo.otherDays')}</Link>
      </Stack>
    </Disclosure>
  )
}
