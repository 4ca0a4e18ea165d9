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

/** Running deposits with their progress; those that wait for the investor come first. */
export function Deposits({ deposits }: { deposits: AtWork | null }) {
  const { t, number } = useI18n()
  return (
    <Section
      id="deposits"
      title={t('cabinet:dashboard.deposits')}
      aside={
        <Link href={paths.deposits()}>
          {deposits && deposits.total !== null && deposits.total > deposits.shown.length
            ? t('cabinet:dashboard.depositsOf', {
                shown: number(deposits.shown.length),
                total: number(deposits.total),
              })
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
  const { t, date, dateTime, amount } = i18n
  const { id, currency, status, term, progress, endsAt, next, canClose } = deposit
  const isRunning = status === 'in_progress'
  return (
    <li className={styles.deposit}>
      <div className={styles.depositHead}>
        <h3 className={styles.name}>
          <Link href={paths.deposit(id)}>
            {planName(deposit, i18n)}, <Amount value={deposit.amount} currency={currency} />
          </Link>
        </h3>
        <StateTag entry="deposit" state={status} />
      </div>
      {isRunning && progress && (
        <Progress
          value={progress.day}
          max={progress.days}
          label={t(`cabinet:dashboard.${term === 2 ? 'secondTerm' : 'day'}`, { ...progress })}
          rest={given(endsAt, (end) => t('cabinet:dashboard.until', { date: date(end) }))}
        />
      )}
      <div className={styles.depositFoot}>
        {deposit.accrued !== null && (
          <p>
            {t('cabinet:dashboard.accrued')} <Amount value={deposit.accrued} currency={currency} />
          </p>
        )}
        <p className={styles.soft}>
          {isRunning &&
            next &&
            t(currency === 'USDT' ? 'cabinet:dashboard.next' : 'cabinet:dashboard.nextInUsdt', {
              amount: amount(next.amount, currency),
              time: dateTime(next.at),
            })}
          {status === 'awaiting_completion' && t('cabinet:dashboard.waiting')}
          {isRunning && canClose && ` ${t('cabinet:dashboard.closable')}`}
        </p>
      </div>
    </li>
  )
}
