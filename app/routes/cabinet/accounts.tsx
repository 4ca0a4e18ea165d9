import { Fragment, type ReactNode } from 'react'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import * as styles from './accounts.css'
import { type Held, type HeldAccounts } from './accounts.server'

interface AccountsProps {
  held: HeldAccounts | null
  /** The switch that hides their amounts. */
  children: ReactNode
}

/** The two accounts on top of every page: what is free above the waterline, what lies in deposits below it. */
export function Accounts({ held, children }: AccountsProps) {
  const { t } = useI18n()
  return (
    <section className={styles.strip} aria-label={t('cabinet:frame.accounts')}>
      {held ? (
        <dl className={styles.accounts}>
          <Row account="balance" held={held.balance} />
          <Row account="balance_dep" held={held.balance_dep} />
        </dl>
      ) : (
        <div className={styles.missing}>
          <Soft small>{t('cabinet:frame.unavailable')}</Soft>
        </div>
      )}
      <div className={styles.end}>{children}</div>
    </section>
  )
}

function Row({ account, held: [main, ...others] }: { account: keyof HeldAccounts; held: Held[] }) {
  const { t } = useI18n()
  return (
    <div className={styles.account[account]}>
      <dt className={styles.name}>{t(`common:account.${account}`)}</dt>
      {main && (
        <dd>
          <Amount value={main.value} currency={main.currency} size="lead" />
        </dd>
      )}
      {others.length > 0 && (
        <dd className={styles.others}>
          {others.map(({ currency, value }) => (
            <Fragment key={currency}>
              <Amount value={value} currency={currency} />{' '}
            </Fragment>
          ))}
        </dd>
      )}
    </div>
  )
}
