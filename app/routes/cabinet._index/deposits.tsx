import { FailedPanel } from '~/layouts/failed-panel'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { Progress } from '~/ui/progress/progress'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'
import { type AtWork, type DepositLine } from './deposits.server'

/** What is at work, with how far it has come; what waits for the investor stands first. */
export function Deposits({ deposits }: { deposits: AtWork | null }) {
  const { t, number } = useI18n()
  return (
    <Section
      id="deposits"
      title={t('cabinet:dashboard.deposits')}
      aside={
        <Link href={paths.deposits()}>
          {deposits && deposits.total > deposits.shown.length
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
      ) : deposits.shown.length === 0 ? (
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
  const { t, date, dateTime, amount } = useI18n()
  const { id, title, currency, status, term, day, days, endsAt, next, canClose } = deposit
  const isRunning = status === 'in_progress'
  return (
    <li className={styles.deposit}>
      <div className={styles.depositHead}>
        <h3 className={styles.name}>
          <Link href={paths.deposit(id)}>
            {title}, <Amount value={deposit.amount} currency={currency} />
          </Link>
        </h3>
        <StateTag entry="deposit" state={status} />
      </div>
      {isRunning && (
        <Progress
          value={day}
          max={days}
          label={t(term === 1 ? 'cabinet:dashboard.day' : 'cabinet:dashboard.secondTerm', {
            day,
            days,
          })}
          rest={t('cabinet:dashboard.until', { date: date(endsAt) })}
        />
      )}
      <div className={styles.depositFoot}>
        <p>
          {t('cabinet:dashboard.accrued')} <Amount value={deposit.accrued} currency={currency} />
        </p>
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
