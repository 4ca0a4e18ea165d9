import { type ReactNode } from 'react'
import { Amount } from '~/investments/amount'
import { planName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Card } from '~/ui/card/card'
import { Icon, type IconName } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { type DepositLine, type OpenTopUp } from '../overview.server'
import * as styles from './dashboard.css'

interface NeedsProps {
  openTopUp: OpenTopUp | null
  /** Whose terms are over. */
  closable?: { shown: readonly DepositLine[]; more: number }
  /** Whether documents can be sent. */
  documentsWait?: boolean
  emailWaits?: boolean
}

const none = { shown: [], more: 0 }

/** What waits for the investor, each with the link that settles it; nothing where nothing does. */
export function Needs({ openTopUp, closable = none, documentsWait, emailWaits }: NeedsProps) {
  const i18n = useI18n()
  const { t, amount, time, number } = i18n
  if (!openTopUp && closable.shown.length === 0 && !documentsWait && !emailWaits) return null
  return (
    <Card>
      <Section id="needs" onCard title={t('cabinet:dashboard.needs.title')}>
        <ul role="list">
          {openTopUp && (
            <Need
              icon="topUp"
              isUrgent
              href={paths.topUp(openTopUp.id)}
              text={t('cabinet:dashboard.openTopUp.title', {
                amount: amount(openTopUp.requestAmount, openTopUp.currency),
              })}
            >
              {openTopUp.expiresAt !== null &&
                t('cabinet:dashboard.openTopUp.text', { time: time(openTopUp.expiresAt) })}{' '}
              {openTopUp.count !== null && openTopUp.count > 1 && (
                <Link href={paths.topUps({ status: 'pending' })}>
                  {t('cabinet:dashboard.openTopUp.all', { number: number(openTopUp.count) })}
                </Link>
              )}
            </Need>
          )}
          {closable.shown.map((deposit) => (
            <Need
              key={deposit.id}
              icon="deposits"
              href={paths.deposit(deposit.id)}
              text={
                <>
                  {t('cabinet:dashboard.needs.close')} {planName(deposit, i18n)},{' '}
                  <Amount value={deposit.amount} currency={deposit.currency} />
                </>
              }
            >
              {t('cabinet:dashboard.waiting')}
            </Need>
          ))}
          {closable.more > 0 && (
            <Need
              icon="deposits"
              href={paths.deposits()}
              text={t('cabinet:dashboard.needs.more', { number: number(closable.more) })}
            />
          )}
          {documentsWait && (
            <Need
              icon="document"
              href={paths.settings('verification')}
              text={t('cabinet:dashboard.needs.documents')}
            >
              {t('cabinet:dashboard.needs.documentsText')}
            </Need>
          )}
          {emailWaits && (
            <Need
              icon="mail"
              href={`${paths.settings('profile')}#email`}
              text={t('cabinet:dashboard.emailWaits.title')}
            />
          )}
        </ul>
      </Section>
    </Card>
  )
}

interface NeedProps {
  icon: IconName
  /** What is to be done; it leads to where that is. */
  text: ReactNode
  href: string
  /** Then a phone has room for the words below it, too. */
  isUrgent?: boolean
  children?: ReactNode
}

function Need({ icon, text, href, isUrgent = false, children }: NeedProps) {
  return (
    <li className={styles.need}>
      <Icon name={icon} className={styles.needIcon} />
      <div className={styles.needText}>
        <p className={styles.needTitle}>
          <Link href={href}>{text}</Link>
        </p>
        {children && <p className={isUrgent ? styles.soft : styles.needNote}>{children}</p>}
      </div>
    </li>
  )
}
