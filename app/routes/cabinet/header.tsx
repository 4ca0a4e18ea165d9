import { useI18n } from '~/locale/context'
import { useUnread } from '~/notifications/client/context'
import { useBellList } from '~/notifications/client/use-bell-list'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { VisuallyHidden, Soft } from '~/ui/layout/layout'
import * as styles from './header.css'
import { type FormEvent, Fragment, type ReactNode } from 'react'
import { useLocation } from '@remix-run/react'
import { postQuietly } from '~/framework/ask-own-server'
import { LanguageSwitch } from '~/layouts/language-switch'
import { SignOut } from '~/layouts/sign-out'
import { Amount } from '~/investments/amount'
import { type Held, type HeldAccounts } from './accounts.server'

/** The link to the notifications, and the unread count: as of this page, and live where scripts run. */
export function Bell() {
  const { t, number } = useI18n()
  const unread = useUnread()
  const { list, linkProps } = useBellList()
  return (
    <>
      {list}
      <Link {...linkProps} href={paths.notifications()} className={styles.tool}>
        <Icon name="bell" />
        {t('common:navigation.notifications')}
        {unread !== null && unread > 0 && (
          <>
            {' '}
            <span className={styles.count} aria-hidden="true">
              {number(unread)}
            </span>
            <VisuallyHidden>: {t('cabinet:layout.unread', { count: unread })}</VisuallyHidden>
          </>
        )}
      </Link>
    </>
  )
}

interface AmountsSwitchProps {
  formToken: string
  areHidden: boolean
  onSwitch: (areHidden: boolean) => void
}

/**
 * Switches between amounts and dots. The form comes back to the page; where scripts run the page stays, with what was
 * typed on it, and changes at once.
 */
export function AmountsSwitch({ formToken, areHidden, onSwitch }: AmountsSwitchProps) {
  const { t } = useI18n()
  const { pathname, search } = useLocation()
  function switchHere(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void postQuietly(event.currentTarget)
    onSwitch(!areHidden)
  }
  return (
    <form method="post" action={paths.amounts()} onSubmit={switchHere}>
      <input type="hidden" name="formToken" value={formToken} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      <input type="hidden" name="amounts" value={areHidden ? 'shown' : 'hidden'} />
      <button type="submit" className={styles.tool}>
        <Icon name={areHidden ? 'eye' : 'eyeClosed'} />
        <span className={styles.wordOnTablet}>
          {t(areHidden ? 'cabinet:layout.showAmounts' : 'cabinet:layout.hideAmounts')}
        </span>
      </button>
    </form>
  )
}

interface UserProps {
  login: string
  formToken: string
}

/** The signed-in user, and the sign-out. Both forms load a new document. */
export function User({ login, formToken }: UserProps) {
  const { t } = useI18n()
  return (
    <div className={styles.user}>
      <p className={styles.login}>{t('cabinet:layout.signedInAs', { login })}</p>
      <LanguageSwitch />
      <SignOut formToken={formToken} />
    </div>
  )
}

interface AccountsProps {
  held: HeldAccounts | null
  /** The switch that hides their amounts. */
  children: ReactNode
}

/**
 * The two accounts on one line at the top of every page: the free balance, and beside it the deposits. Other
 * currencies come on demand.
 */
export function Accounts({ held, children }: AccountsProps) {
  const { t } = useI18n()
  return (
    <section className={styles.strip} aria-label={t('cabinet:layout.accounts')}>
      {held ? (
        <dl className={styles.accounts}>
          <Account account="balance" held={held.balance} />
          <Account account="balance_dep" held={held.balance_dep} />
        </dl>
      ) : (
        <div className={styles.missing}>
          <Soft small>{t('cabinet:layout.unavailable')}</Soft>
        </div>
      )}
      <div className={styles.end}>
        {held && <Others {...held} />}
        {children}
      </div>
    </section>
  )
}

function Account({ account, held: [main] }: { account: keyof HeldAccounts; held: Held[] }) {
  const { t } = useI18n()
  return (
    <div className={styles.account[account]}>
      <dt className={styles.name}>{t(`common:account.${account}`)}</dt>
      {main && (
        <dd>
          <Amount value={main.value} currency={main.currency} />
        </dd>
      )}
    </div>
  )
}

const accounts = ['balance', 'balance_dep'] as const

/** What both accounts hold in other currencies. */
function Others(held: HeldAccounts) {
  const { t } = useI18n()
  const others = accounts
    .map((account) => ({ account, amounts: held[account].slice(1) }))
    .filter(({ amounts }) => amounts.length > 0)
  if (others.length === 0) return null
  return (
    <details className={styles.others}>
      <summary className={styles.tool}>
        <span className={styles.wordOnTablet}>{t('cabinet:layout.others')}</span>
        <Icon name="chevronDown" size={16} />
      </summary>
      <dl className={styles.othersList}>
        {others.map(({ account, amounts }) => (
          <Fragment key={account}>
            <dt className={styles.name}>{t(`common:account.${account}`)}</dt>
            {amounts.map(({ currency, value }) => (
              <dd key={currency} className={styles.other}>
                <Amount value={value} currency={currency} />
              </dd>
            ))}
          </Fragment>
        ))}
      </dl>
    </details>
  )
}
