import { type ReactNode } from 'react'
import { type Case, type CaseInvestor, type CaseQueue } from '~/contract/extensions/operator/cases'
import { type LastResult } from '~/forms/parse.server'
import { PlainForm } from '~/forms/plain-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { compare } from '~/money/decimal'
import { operatorPaths } from '~/operator-paths'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Cluster, Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { PhoneLink } from '~/ui/phone-link/phone-link'
import { Section } from '~/ui/section/section'
import { type Beside } from './beside.server'
import { Notes } from './notes'
import { casePath, queuePath } from './paths'
import { FreshParts, PrefetchNext, PrefetchPointed } from './prefetch'
import { QueueBeside } from './queue-beside'
import * as styles from './cases.css'

interface CasePageProps {
  queue: CaseQueue
  id: string
  title: string
  tag?: ReactNode
  case: Case
  /** The cases that wait with it; null if they are not known. */
  beside: Beside | null
  /** The answer to a form about the work on the case. */
  workResult?: LastResult | null
  /** The facts of the entry, and the decision. */
  children: ReactNode
}

/**
 * One case of a queue: what is asked for and the decision; beside it the investor, the notes and the history, and on a
 * wide screen the other cases that wait.
 */
export function CasePage({ beside, ...page }: CasePageProps) {
  if (!beside) return <OneCase {...page} />
  return (
    <div className={styles.withBeside}>
      <div className={styles.besideMain}>
        <OneCase {...page} />
      </div>
      <QueueBeside {...beside} queue={page.queue} current={page.id} />
      <PrefetchPointed />
    </div>
  )
}

type OneCaseProps = Omit<CasePageProps, 'beside'>

function OneCase({ queue, id, title, tag, workResult, children, ...props }: OneCaseProps) {
  const { t } = useI18n()
  const { taken, notes, noteCount, decisions, investor, next } = props.case
  return (
    <Stack gap={5}>
      <PageHeader
        title={title}
        tag={
          tag && (
            <span className={styles.part} data-fresh="state">
              {tag}
            </span>
          )
        }
        back={{ href: queuePath[queue](), label: t('cases:case.back') }}
        action={
          next && (
            <ButtonLink href={casePath[queue](next)} rel="next">
              {t('cases:case.next')}
            </ButtonLink>
          )
        }
      />
      {investor && (
        <p className={styles.toInvestor}>
          {t('cases:case.investor')}: <Link href="#investor">{investor.login}</Link>
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>{children}</div>
        <div className={styles.column}>
          <div className={styles.part} data-fresh="assignment">
            <Assignment taken={taken} />
          </div>
          {queue !== 'applications' && (
            <Section id="investor" title={t('cases:case.investor')}>
              {investor ? (
                <Investor {...investor} />
              ) : (
                <Soft>{t(queue === 'transfers' ? 'cases:transfer.nobody' : 'cases:case.nobody')}</Soft>
              )}
            </Section>
          )}
          <Notes notes={notes} noteCount={noteCount} lastResult={workResult} />
          <Decisions queue={queue} decisions={decisions} />
          <Soft small>{id}</Soft>
        </div>
      </div>
      <PrefetchNext href={next && casePath[queue](next)} />
      <FreshParts />
    </Stack>
  )
}

function Assignment({ taken }: Pick<Case, 'taken'>) {
  const { t, dateTime } = useI18n()
  const button = (intent: string, label: string) => (
    <PlainForm values={{ intent }}>
      <SubmitButton variant="secondary" size="small">
        {label}
      </SubmitButton>
    </PlainForm>
  )
  return (
    <Cluster spread>
      <p>
        {taken === null
          ? t('cases:taken.none')
          : t(taken.isOwn ? 'cases:taken.own' : 'cases:taken.other', {
              by: taken.by,
              at: dateTime(taken.at),
            })}
      </p>
      {taken === null && button('take', t('cases:taken.take'))}
      {taken?.isOwn && button('release', t('cases:taken.release'))}
      {taken && !taken.isOwn && button('over', t('cases:taken.over'))}
    </Cluster>
  )
}

function Investor(investor: CaseInvestor) {
  const { t, amount, date } = useI18n()
  const { id, login, email, phone, country, language, registeredAt, verification, balances, shared } =
    investor
  const total = ({ count, worth }: CaseInvestor['topUps']) =>
    count === 0
      ? t('cases:investor.none')
      : t('cases:investor.total', { count, worth: amount(worth, 'USDT') })
  return (
    <Stack gap={4}>
      {(investor.suspended || investor.frozen) && (
        <Alert meaning="warning">
          {[
            investor.suspended && t('cases:investor.suspended'),
            investor.frozen && t('cases:investor.frozen'),
          ]
            .filter(Boolean)
            .join('. ')}
        </Alert>
      )}
      <DescriptionList
        facts={[
          { term: t('cases:fact.investor'), value: <Link href={operatorPaths.investor(id)}>{login}</Link> },
          { term: t('cases:fact.email'), value: email },
          { term: t('cases:fact.phone'), value: phone && <PhoneLink number={phone} /> },
          { term: t('cases:investor.country'), value: country },
          { term: t('cases:investor.language'), value: t(`cases:investor.languages.${language}`) },
          {
            term: t('cases:investor.since'),
            value: <time dateTime={registeredAt}>{date(registeredAt)}</time>,
          },
          { term: t('cases:investor.verification'), value: t(`cases:state.verification.${verification}`) },
          {
            term: t('cases:investor.balances'),
            value:
              balances.length === 0
                ? t('cases:investor.none')
                : balances.map(({ currency, free, deposits }) => (
                    <div key={currency}>
                      <p>{t('cases:investor.free', { amount: amount(free, currency, { exact: true }) })}</p>
                      {compare(deposits, '0') > 0 && (
                        <Soft small>
                          {t('cases:investor.locked', {
                            amount: amount(deposits, currency, { exact: true }),
                          })}
                        </Soft>
                      )}
                    </div>
                  )),
          },
          { term: t('cases:investor.topUps'), value: total(investor.topUps) },
          { term: t('cases:investor.withdrawals'), value: total(investor.withdrawals) },
          { term: t('cases:investor.deposits'), value: String(investor.openDeposits) },
          ...shared.map(({ kind, accounts }) => ({
            term: t(`cases:investor.shared.${kind}`),
            value: accounts.map((one) => (
              <p key={one.id}>
                <Link href={operatorPaths.investor(one.id)}>{one.login}</Link>
                {one.suspended && ` (${t('cases:investor.suspended')})`}
              </p>
            )),
          })),
        ]}
      />
      {shared.length === 0 && <Soft small>{t('cases:investor.alone')}</Soft>}
    </Stack>
  )
}

function Decisions({ queue, decisions }: Pick<Case, 'decisions'> & { queue: CaseQueue }) {
  const { t, has, dateTime } = useI18n()
  /** `payment.reject` is named as its button; an action that is none of a decision's by its own word. */
  const word = (action: string) => {
    const key = `cases:decide.${queue}.${action.slice(action.indexOf('.') + 1)}`
    return has(key) ? t(key) : action
  }
  return (
    <Section id="history" title={t('cases:case.history')}>
      {decisions.length === 0 ? (
        <Soft>{t('cases:case.noHistory')}</Soft>
      ) : (
        <ol role="list">
          {decisions.map(({ action, by, reason, at }) => (
            <li key={`${action} ${at}`}>
              <p>
                {word(action)}, {by ?? t('cases:case.house')}
                {reason && `: ${reason}`}
              </p>
              <Soft small>
                <time dateTime={at}>{dateTime(at)}</time>
              </Soft>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}
