import { languages } from '~/contract/languages'
import { useI18n } from '~/locale/context'
import { languageNames } from '~/locale/languages'
import { useUnread } from '~/notifications/client/context'
import { useBellList } from '~/notifications/client/use-bell-list'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { VisuallyHidden, Soft } from '~/ui/layout/layout'
import * as styles from './header.css'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useLocation, useNavigate } from '@remix-run/react'
import { postQuietly } from '~/framework/ask-own-server'
import { useOpenedFold } from '~/framework/use-part'
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
            <VisuallyHidden>({t('cabinet:layout.unread', { count: unread })})</VisuallyHidden>
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

/** The signed-in user, and the sign-out, in the sheet of a phone. Both forms load a new document. */
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

const loadMenu = () => import('~/ui/menu/menu').then(({ Menu }) => Menu)

/** The menu of the account beside a wide page: a fold with links and forms, or a menu where scripts run. */
export function AccountMenu({ login, formToken }: UserProps) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const folded = useRef<HTMLDivElement>(null)
  const { Part: Menu, pressed, close, onClick } = useOpenedFold(loadMenu)
  const pages = [
    { icon: 'referrals', page: 'profile' },
    { icon: 'lock', page: 'password' },
    { icon: 'document', page: 'verification' },
  ] as const
  const press = (action: string, value = '') => {
    const button = `form[action="${action}"] button${value && `[value="${value}"]`}`
    folded.current?.querySelector<HTMLButtonElement>(button)?.click()
  }
  return (
    <div className={styles.accountMenu}>
      <details className={styles.fold}>
        <summary className={styles.accountName} aria-expanded={Menu ? true : undefined} onClick={onClick}>
          <span>
            <VisuallyHidden>{t('common:accountMenu.label')}: </VisuallyHidden>
            {login}
          </span>
          <Icon name="chevronDown" size={16} />
        </summary>
        <div ref={folded} className={styles.foldedUp}>
          {pages.map(({ icon, page }) => (
            <Link key={page} href={paths.settings(page)} className={styles.accountEntry}>
              <Icon name={icon} />
              {t(`common:accountMenu.${page}`)}
            </Link>
          ))}
          <LanguageSwitch />
          <SignOut formToken={formToken} />
        </div>
      </details>
      {Menu && (
        <Menu
          anchor={pressed}
          label={t('common:accountMenu.label')}
          onClose={close}
          entries={[
            ...pages.map(({ icon, page }) => ({
              icon,
              label: t(`common:accountMenu.${page}`),
              onSelect: () => navigate(paths.settings(page)),
            })),
            ...languages
              .filter((one) => one !== language)
              .map((one) => ({
                icon: 'language' as const,
                label: languageNames[one],
                lang: one,
                onSelect: () => press(paths.language(), one),
              })),
            {
              icon: 'signOut',
              label: t('common:action.signOut'),
              onSelect: () => press(paths.logout()),
            },
          ]}
        />
      )}
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

const loadPopover = () => import('~/ui/popover/popover').then(({ Popover }) => Popover)

/** What both accounts hold in other currencies: a fold, or a popover where scripts run. */
function Others(held: HeldAccounts) {
  const { t } = useI18n()
  const { Part: Popover, pressed, close, onClick } = useOpenedFold(loadPopover)
  const others = accounts
    .map((account) => ({ account, amounts: held[account].slice(1) }))
    .filter(({ amounts }) => amounts.length > 0)
  if (others.length === 0) return null
  const name = t('cabinet:layout.others')
  const list = (
    <dl className={styles.othersList}>
      {others.map(({ account, amounts }) => (
        <div key={account}>
          <dt className={styles.name}>{t(`common:account.${account}`)}</dt>
          {amounts.map(({ currency, value }) => (
            <dd key={currency} className={styles.other}>
              <Amount value={value} currency={currency} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
  return (
    <>
      <details className={styles.fold}>
        <summary className={styles.tool} aria-expanded={Popover ? true : undefined} onClick={onClick}>
          <span className={styles.wordOnTablet}>{name}</span>
          <Icon name="chevronDown" size={16} />
        </summary>
        <div className={styles.folded}>{list}</div>
      </details>
      {Popover && (
        <Popover anchor={pressed} label={name} onClose={close}>
          {list}
        </Popover>
      )}
    </>
  )
}
