import { Amount } from '~/investments/amount'
import { planName } from '~/investments/names'
import { StateTag } from '~/investments/state-tag'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import { type AtWork, type DepositLine } from '../overview.server'
import * as styles from './dashboard.css'

/** Running deposits with their progress, those that earn next first. */
export function Deposits({ deposits }: { deposits: AtWork | null }) {
  const { t, number } = useI18n()
  const shown = deposits?.shown.length ?? 0
  return (
    <Section
      id="deposits"
      title={t('cabinet:dashboard.deposits')}
      aside={
        <Link href={paths.deposits()}>
          {deposits && deposits.total !== null && deposits.total > shown
            ? t('cabinet:dashboard.depositsOf', { shown: number(shown), total: number(deposits.total) })
            : t('cabinet:dashboard.allDeposits')}
        </Link>
      }
    >
      {deposits === null ? (
        <FailedPanel />
      ) : deposits.total === 0 ? (
        <EmptyState
          title={t('cabinet:dashboard.noDeposits')}
          icon="deposits"
          action={<ButtonLink href={paths.newDeposit()}>{t('common:action.openDeposit')}</ButtonLink>}
        >
          {t('cabinet:dashboard.noDepositsText')}
        </EmptyState>
      ) : (
        <ul role="list" className={styles.deposits}>
          {deposits.shown.map((deposit) => (
            <Deposit key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Deposit({ deposit }: { deposit: DepositLine }) {
  const i18n = useI18n()
  const { t, date } = i18n
  const { id, currency, status, term, progress, endsAt } = deposit
  return (
    <li className={styles.deposit}>
      <div className={styles.depositHead}>
        <h3 className={styles.depositName}>
          <Link href={paths.deposit(id)}>
            {planName(deposit, i18n)}, <Amount value={deposit.amount} currency={currency} />
          </Link>
        </h3>
        {status !== 'in_progress' && <StateTag entry="deposit" state={status} />}
      </div>
      {progress && (
        <Progress
          value={progress.day}
          max={progress.days}
          label={t(`cabinet:dashboard.${term === 2 ? 'secondTerm' : 'day'}`, { ...progress })}
          rest={given(endsAt, (end) => t('cabinet:dashboard.until', { date: date(end) }))}
        />
      )}
    </li>
  )
}
