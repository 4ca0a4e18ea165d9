import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'

const steps = ['topUp', 'deposit', 'income'] as const

/** For who has nothing here yet: what comes first, and what is good to know before any money moves. */
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
