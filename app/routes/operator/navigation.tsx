import { useLocation } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { type TextKey } from '~/locale/keys'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { type OperatorCall, type QueueCounts } from '~/session/operator-permissions.server'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Shortcuts } from './shortcuts'
import * as styles from './navigation.css'

/**
 * A page of the operators' part: its address, its name, the extension that an upstream must have for it, and the call that
 * an operator must be permitted to see it.
 */
interface Place {
  href: string
  text: TextKey
  extension: string
  call?: OperatorCall
  /** The queue whose open cases are counted beside the name. */
  queue?: keyof QueueCounts
}

/** What an operator does all day, then what is looked up, then how the part itself is set up. */
const groups: readonly (readonly Place[])[] = [
  [
    { href: paths.operator(), text: 'operator:summary.title', extension: 'operator', call: 'summary' },
    {
      href: operatorPaths.withdrawals(),
      text: 'operator:queue.payments',
      extension: 'operator',
      call: 'payments',
      queue: 'payments',
    },
    {
      href: operatorPaths.topUps(),
      text: 'operator:queue.refills',
      extension: 'operator',
      call: 'refills',
      queue: 'refills',
    },
    {
      href: operatorPaths.transfers(),
      text: 'operator:queue.transfers',
      extension: 'transfers',
      call: 'transfers',
      queue: 'transfers',
    },
    {
      href: operatorPaths.verifications(),
      text: 'operator:queue.verifications',
      extension: 'operator',
      call: 'verifications',
      queue: 'verifications',
    },
    {
      href: operatorPaths.messages(),
      text: 'operator:queue.inquiries',
      extension: 'operator',
      call: 'inquiries',
      queue: 'inquiries',
    },
    {
      href: operatorPaths.applications(),
      text: 'operator:queue.applications',
      extension: 'applications',
      call: 'applications',
      queue: 'applications',
    },
    {
      href: operatorPaths.approvals(),
      text: 'operator:approvals.title',
      extension: 'approvals',
      call: 'proposals',
      queue: 'proposals',
    },
  ],
  [
    { href: operatorPaths.investors(), text: 'investors:title', extension: 'operator', call: 'users' },
    {
      href: operatorPaths.anomalies(),
      text: 'operator:anomalies.title',
      extension: 'anomalies',
      call: 'anomalies',
    },
    {
      href: operatorPaths.links(),
      text: 'operator:links.title',
      extension: 'linked_accounts',
      call: 'links',
    },
  ],
  [{ href: operatorPaths.content(), text: 'content:title', extension: 'operator', call: 'news' }],
  [
    {
      href: operatorPaths.people(),
      text: 'operators:people.title',
      extension: 'operators',
      call: 'operators',
    },
    { href: operatorPaths.audit(), text: 'operators:audit.title', extension: 'operator', call: 'audit' },
    { href: paths.operatorSecurity(), text: 'security:title', extension: 'secondFactors' },
  ],
]

interface NavigationProps {
  extensions: readonly string[]
  /** The calls that the operator's role may make, such as `operator.payments`; null: all. */
  permitted: readonly string[] | null
  /** How many cases of each queue wait; null if that could not be read now. */
  queues: QueueCounts | null
}

/** Beside the page on a desktop; on a phone folded above it, without a script. */
export function Navigation(props: NavigationProps) {
  const { t } = useI18n()
  return (
    <>
      <nav className={styles.sidebar} aria-label={t('operator:layout.navigation')}>
        <Groups {...props} />
        <Shortcuts />
      </nav>
      <details className={styles.fold}>
        <summary className={styles.summary}>
          <Icon name="more" />
          {t('operator:layout.navigation')}
        </summary>
        <nav className={styles.sheet} aria-label={t('operator:layout.navigation')}>
          <Groups {...props} />
        </nav>
      </details>
    </>
  )
}

function Groups({ extensions, permitted, queues }: NavigationProps) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const isShown = ({ extension, call }: Place) =>
    extensions.includes(extension) &&
    (call === undefined || permitted === null || permitted.includes(`operator.${call}`))
  const shown = groups.map((group) => group.filter(isShown))
  return shown
    .filter((group) => group.length > 0)
    .map((group) => (
      <ul role="list" className={styles.group} key={group[0]!.href}>
        {group.map(({ href, text, queue }) => (
          <li key={href}>
            <Link href={href} className={styles.place} aria-current={currentOf(pathname, href)}>
              <span>{t(text)}</span> {queue && <Waiting queue={queue} count={queues?.[queue] ?? 0} />}
            </Link>
          </li>
        ))}
      </ul>
    ))
}

/** An upstream may count no further. */
const maxCounted = 1_000

function Waiting({ queue, count }: { queue: string; count: number }) {
  const { number } = useI18n()
  const shown = count < maxCounted ? number(count) : `${number(maxCounted - 1)}+`
  return (
    <span className={styles.count} data-fresh={queue}>
      {count > 0 && shown}
    </span>
  )
}

/** `page` for the page itself, `true` for one below it. */
function currentOf(pathname: string, href: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page'
  return href !== paths.operator() && pathname.startsWith(`${href}/`) ? 'true' : undefined
}
