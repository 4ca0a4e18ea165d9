import { Amount, inUsdt } from '~/investments/amount'
import { planName } from '~/investments/names'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Icon } from '~/ui/icon/icon'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { cx } from '~/ui/theme/cx'
import { type DepositLine } from '../overview.server'
import { type Credit, type Week as SevenDays, type WeekDay } from '../week.server'
import * as styles from './dashboard.css'

interface WeekProps {
  /** Null if the deposits could not be read. */
  week: SevenDays | null
  /** The running deposit that earns next; null if none does, undefined if it is not known. */
  next: DepositLine | null | undefined
}

/** What the next seven days will credit: a sum a day, and each credit in it. */
export function Week({ week, next }: WeekProps) {
  const { t, number } = useI18n()
  return (
    <Card>
      <Section
        id="week"
        onCard
        title={t('cabinet:dashboard.week.title')}
        aside={week && week.days.length > 0 && given(week.worth, (worth) => <p>{inUsdt(worth)}</p>)}
      >
        {week === null ? (
          <FailedPanel />
        ) : (
          <>
            <dl className={styles.lines}>
              {next !== undefined && (
                <div className={cx(styles.namedFigure, styles.nextIncome)}>
                  <dt className={styles.soft}>{t('cabinet:dashboard.earnings.next')}</dt>
                  <dd>{next ? <Next deposit={next} /> : t('cabinet:dashboard.earnings.none')}</dd>
                </div>
              )}
            </dl>
            {week.days.length > 0 ? (
              <>
                <div>
                  {week.days.map((day) => (
                    <Day key={day.date} day={day} />
                  ))}
                </div>
                <Soft small>
                  {week.onlyOf !== null &&
                    `${t('cabinet:dashboard.week.onlyOf', { number: number(week.onlyOf) })} `}
                  {t('cabinet:dashboard.week.rates')}
                </Soft>
              </>
            ) : (
              <div>
                <ButtonLink href={paths.newDeposit()} size="small">
                  {t('common:action.openDeposit')}
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </Section>
    </Card>
  )
}

function Next({ deposit: { currency, next } }: { deposit: DepositLine }) {
  const { calendarDate, nearDay, hours } = useI18n()
  if (!next) return null
  return (
    <>
      <Amount value={next.amount} currency={currency} />,{' '}
      <time dateTime={next.at}>
        {nearDay(calendarDate(next.at))}, {hours(next.at)}
      </time>
    </>
  )
}

function Day({ day: { date, worth, credits, more, ends } }: { day: WeekDay }) {
  const i18n = useI18n()
  const { t, nearDay, number } = i18n
  return (
    <details className={styles.day}>
      <summary className={styles.daySummary}>
        <span className={styles.dayName}>
          <Icon name="chevronDown" size={16} className={styles.dayMark} />
          {nearDay(date)}
        </span>{' '}
        {credits.length > 0 && given(worth, inUsdt)}
      </summary>
      <ul role="list" className={styles.credits}>
        {credits.map((credit) => (
          <CreditLine key={`${credit.id} ${credit.at}`} credit={credit} />
        ))}
        {more > 0 && (
          <li>
            <Link href={paths.deposits()}>{t('cabinet:dashboard.week.more', { number: number(more) })}</Link>
          </li>
        )}
        {ends.map((ending) => (
          <li key={ending.id}>
            <Link href={paths.deposit(ending.id)}>
              {planName(ending, i18n)}, <Amount value={ending.amount} currency={ending.currency} />
            </Link>
            {': '}
            {t(`cabinet:dashboard.week.${ending.term === 1 ? 'firstEnds' : 'ends'}`)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** In the deposit's currency, and what it is worth where it is credited in another. */
function CreditLine({ credit }: { credit: Credit }) {
  const i18n = useI18n()
  const { id, at, currency, amount } = credit
  return (
    <li className={styles.credit}>
      <span>
        <time dateTime={at}>{i18n.hours(at)}</time>{' '}
        <Link href={paths.deposit(id)}>
          {planName(credit, i18n)}, <Amount value={amount} currency={currency} />
        </Link>
      </span>{' '}
      <span className={styles.creditFigures}>
        <Amount value={credit.credit} currency={currency} direction="in" />
        {currency !== 'USDT' &&
          given(credit.worth, (worth) => <span className={styles.soft}> ≈ {inUsdt(worth)}</span>)}
      </span>
    </li>
  )
}
