import { FailedPanel } from '~/layouts/banners'
import { Amount } from '~/investments/amount'
import { canBeClosed } from '~/investments/closing'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { EmptyList } from '~/lists/empty-list'
import { Pages } from '~/lists/pages'
import { paths } from '~/paths'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { Table } from '~/lists/table'
import { type Accrual, type Accruals as Page } from './accruals.server'
import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { Link } from '~/ui/link/link'
import { type TimelineStep, Timeline } from '~/ui/timeline/timeline'

interface AccrualsProps {
  depositId: string
  /** Null if they can't be read now. */
  accruals: Page | null
}

/** The credited amounts by day, newest first. */
export function Accruals({ depositId, accruals }: AccrualsProps) {
  const { t } = useI18n()
  return (
    <Section id="accruals" title={t('cabinet:deposits.accruals.title')}>
      {accruals ? (
        <Stack gap={5}>
          {accruals.items.length > 0 ? (
            <Days items={accruals.items} />
          ) : (
            <EmptyList
              list={accruals}
              isFiltered={false}
              href={paths.deposit(depositId)}
              start={paths.deposit(depositId)}
              title={t('cabinet:deposits.accruals.empty')}
              text={t('cabinet:deposits.accruals.emptyText')}
            />
          )}
          <Pages list={accruals} href={(page) => paths.deposit(depositId, { page })} />
        </Stack>
      ) : (
        <FailedPanel />
      )}
    </Section>
  )
}

function Days({ items }: { items: readonly Accrual[] }) {
  const { t, dateTime, number } = useI18n()
  return (
    <Table
      caption={t('cabinet:deposits.accruals.title')}
      captionHidden
      rows={items}
      rowKey={({ at }) => at}
      columns={[
        {
          key: 'day',
          label: t('cabinet:deposits.accruals.day'),
          lead: true,
          cell: ({ day }) => t('cabinet:deposits.accruals.nth', { day: number(day) }),
        },
        {
          key: 'at',
          label: t('cabinet:deposits.accruals.at'),
          cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
        },
        {
          key: 'amount',
          label: t('cabinet:deposits.accruals.amount'),
          figures: true,
          cell: ({ amount }) => <Amount value={amount} currency="USDT" direction="in" exact />,
        },
      ]}
    />
  )
}

interface CourseProps {
  deposit: Deposit
  terms: DepositTerms
}

/** The timeline from opening to closing, with past, present and future steps. */
export function Course({ deposit, terms }: CourseProps) {
  const { t } = useI18n()
  const isOver = deposit.status === 'closed' || deposit.status === 'awaiting_completion'
  return (
    <Section
      id="course"
      title={t('cabinet:deposits.course.title')}
      aside={
        !isOver &&
        terms.firstEndsAt !== null && (
          <Link href={paths.depositCalendar(deposit.id)} toFile>
            {t('cabinet:deposits.calendar.add')}
          </Link>
        )
      }
    >
      <Stack gap={3}>
        <Timeline steps={useSteps({ deposit, terms })} />
      </Stack>
    </Section>
  )
}

function useSteps({ deposit, terms: { firstEndsAt, secondEndsAt } }: CourseProps): TimelineStep[] {
  const { t, dateTime } = useI18n()
  const { status, term, startedAt, closedAt } = deposit
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const step = (
    key: TimelineStep['key'],
    state: TimelineStep['state'],
    words: Omit<TimelineStep, 'key' | 'state' | 'stateLabel'>,
  ) => ({
    key,
    state,
    stateLabel: t(`common:step.${state}`),
    ...words,
  })
  const isClosed = status === 'closed'
  const isFirstOver = term === 2 || canBeClosed(deposit) || isClosed
  const isSecondOver = status === 'awaiting_completion'
  const steps = [
    step('opened', 'done', { title: t('cabinet:deposits.course.opened'), time: given(startedAt, time) }),
    step('first', isFirstOver ? 'done' : 'current', {
      title: t(`cabinet:deposits.course.${isFirstOver ? 'firstOver' : 'first'}`),
      time: given(firstEndsAt, time),
      text: !isFirstOver && t('cabinet:deposits.course.firstText'),
    }),
  ]
  // A deposit that was closed in its second term never came to the end of it.
  if (secondEndsAt !== null && !isClosed) {
    steps.push(
      step('second', isSecondOver ? 'done' : isFirstOver ? 'current' : 'ahead', {
        title: t(`cabinet:deposits.course.${isSecondOver ? 'secondOver' : 'second'}`),
        time: time(secondEndsAt),
        text: !isSecondOver && t('cabinet:deposits.course.secondText'),
      }),
    )
  }
  steps.push(
    isClosed
      ? step('closed', 'done', {
          title: t('cabinet:deposits.course.closed'),
          time: given(closedAt, time),
        })
      : step('closing', isSecondOver ? 'current' : 'ahead', {
          title: t('cabinet:deposits.course.closing'),
          text: t('cabinet:deposits.course.closingText'),
        }),
  )
  return steps
}
