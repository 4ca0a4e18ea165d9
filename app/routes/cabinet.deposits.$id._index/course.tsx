import { type Deposit } from '~/contract/funds'
import { type DepositTerms } from '~/investments/deposit-terms.server'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Step, Timeline } from '~/ui/timeline/timeline'

interface CourseProps {
  deposit: Deposit
  terms: DepositTerms
}

/** From opening to closing: what was, what is and what is to come. */
export function Course({ deposit, terms }: CourseProps) {
  const { t } = useI18n()
  const isOver = deposit.status === 'closed' || deposit.status === 'awaiting_completion'
  return (
    <Section
      id="course"
      title={t('cabinet:deposits.course.title')}
      aside={
        !isOver && (
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

function useSteps({ deposit, terms: { firstEndsAt, secondEndsAt } }: CourseProps): Step[] {
  const { t, dateTime } = useI18n()
  const { status, term, startedAt, closedAt, canClose } = deposit
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const step = (
    key: Step['key'],
    state: Step['state'],
    words: Omit<Step, 'key' | 'state' | 'stateLabel'>,
  ) => ({
    key,
    state,
    stateLabel: t(`common:step.${state}`),
    ...words,
  })
  const isClosed = status === 'closed'
  const isFirstOver = term === 2 || canClose || isClosed
  const isSecondOver = status === 'awaiting_completion'
  const steps = [
    step('opened', 'done', { title: t('cabinet:deposits.course.opened'), time: time(startedAt) }),
    step('first', isFirstOver ? 'done' : 'current', {
      title: t(`cabinet:deposits.course.${isFirstOver ? 'firstOver' : 'first'}`),
      time: time(firstEndsAt),
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
          time: closedAt && time(closedAt),
        })
      : step('closing', isSecondOver ? 'current' : 'ahead', {
          title: t('cabinet:deposits.course.closing'),
          text: t('cabinet:deposits.course.closingText'),
        }),
  )
  return steps
}
