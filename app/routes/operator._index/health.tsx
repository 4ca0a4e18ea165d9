import { type ReactNode } from 'react'
import { useMay } from '~/cases/use-may'
import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { meaningIcons } from '~/ui/alert/alert'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './today.css'

type Summary = CallAnswer<typeof house.summary>

interface State {
  key: string
  meaning: 'success' | 'warning' | 'danger'
  title: string
  notes?: ReactNode[]
}

interface HealthProps {
  summary: Omit<Summary, 'flow'>
  /** Whether answers of the upstream had to be bent to be understood. */
  hasDeviations: boolean
  mayWrite: boolean
}

const order = ['danger', 'warning', 'success'] as const

/** Whether everything works, each part as one line: what does not work comes first, and says what it is. */
export function Health({ summary, hasDeviations, mayWrite }: HealthProps) {
  const { t } = useI18n()
  const states = useStates(summary)
  const [mayChangeRule, mayInvite] = [useMay('operator.editPlan'), useMay('operator.inviteOperator')]
  const toRule = mayChangeRule
    ? [
        <Link key="rule" href={operatorPaths.fourEyes()}>
          {t('operator:approvals.rule.title')}
        </Link>,
      ]
    : []
  const toPeople = mayInvite
    ? [
        <Link key="people" href={operatorPaths.people()}>
          {t('operators:people.title')}
        </Link>,
      ]
    : []
  const more: State[] = [
    ...(summary.fourEyes === false
      ? [
          {
            key: 'four-eyes',
            meaning: 'warning' as const,
            title: t('operator:approvals.rule.off'),
            notes: toRule,
          },
        ]
      : []),
    ...(summary.fourEyes && summary.admins === 1
      ? [
          {
            key: 'only-admin',
            meaning: 'warning' as const,
            title: t('operator:approvals.rule.alone'),
            notes: [...toPeople, ...toRule],
          },
        ]
      : []),
    ...(hasDeviations
      ? [
          {
            key: 'upstream',
            meaning: 'warning' as const,
            title: t('operator:today.deviations'),
            notes: [
              <Link key="upstream" href={operatorPaths.upstream()}>
                {t('operator:upstream.title')}
              </Link>,
            ],
          },
        ]
      : []),
  ]
  const sorted = order.flatMap((meaning) => [...states, ...more].filter((one) => one.meaning === meaning))
  return (
    <Section
      id="health"
      title={t('operator:today.health')}
      aside={mayWrite && !summary.due && <Link href={operatorPaths.content()}>{t('content:title')}</Link>}
    >
      <ul role="list" className={styles.states}>
        {sorted.map(({ key, meaning, title, notes = [] }) => (
          <li key={key} className={styles.state}>
            <Icon name={meaningIcons[meaning]} className={styles.icon[meaning]} />
            <div className={styles.words}>
              <p className={styles.title}>{title}</p>
              {notes.map((note, place) => (
                <p key={place} className={styles.note}>
                  {note}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The parts that this upstream tells of and this role may see. */
function useStates({ ledger, lateJobs, unsent, addresses }: HealthProps['summary']): State[] {
  const { t, amount, dateTime, number } = useI18n()
  const states: State[] = []
  if (ledger) {
    const isRight = ledger.off.length === 0
    states.push({
      key: 'ledger',
      meaning: isRight ? 'success' : 'danger',
      title: t(isRight ? 'operator:today.ledger.right' : 'operator:today.ledger.wrong'),
      notes: [
        ...ledger.off.map((one) => amount(one.amount, one.currency, { exact: true })),
        t(isRight ? 'operator:today.ledger.rightText' : 'operator:today.ledger.wrongText', {
          at: dateTime(ledger.at),
        }),
      ],
    })
  }
  if (lateJobs)
    states.push({
      key: 'jobs',
      meaning: lateJobs.length === 0 ? 'success' : 'danger',
      title: t(lateJobs.length === 0 ? 'operator:today.jobs.right' : 'operator:today.jobs.late'),
      notes: lateJobs.map(({ job, since }) => {
        const name = t(`operator:today.jobs.${job}`)
        return since === null
          ? t('operator:today.jobs.never', { job: name })
          : t('operator:today.jobs.since', { job: name, at: dateTime(since) })
      }),
    })
  if (unsent)
    states.push({
      key: 'messages',
      meaning: unsent.length === 0 ? 'success' : unsent.some(({ lost }) => lost > 0) ? 'danger' : 'warning',
      title: t(unsent.length === 0 ? 'operator:today.messages.right' : 'operator:today.messages.unsent'),
      notes: unsent.map(({ channel, waiting, lost, since }) =>
        t('operator:today.messages.ofChannel', {
          channel: t(`operator:today.messages.${channel}`),
          waiting: number(waiting),
          lost: number(lost),
          at: dateTime(since),
        }),
      ),
    })
  const low = (addresses ?? []).filter(({ isLow }) => isLow)
  if (addresses && addresses.length > 0)
    states.push({
      key: 'addresses',
      meaning: low.some(({ free }) => free === 0) ? 'danger' : low.length > 0 ? 'warning' : 'success',
      title: t(low.length === 0 ? 'operator:today.addresses.right' : 'operator:today.addresses.low'),
      notes: low.map(({ system, title, free }) => (
        <Link key={system} href="#addresses">
          {title}: {number(free)}
        </Link>
      )),
    })
  return states
}
