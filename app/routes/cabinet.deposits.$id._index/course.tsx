import { type Deposit } from '~/contract/funds'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { Track } from '~/ui/track/track'
import { type DepositTrack } from './track.server'

interface CourseProps {
  deposit: Pick<Deposit, 'id' | 'status' | 'accruedUsdt'>
  track: DepositTrack
}

/** Both terms from the opening to the end, where the deposit is, and what it has credited so far. */
export function Course({
  deposit: { id, status, accruedUsdt },
  track: { day, days, value, stops },
}: CourseProps) {
  const { t, date, calendarDate, shortDay } = useI18n()
  const passed = t('cabinet:deposits.course.day', { day, days })
  return (
    <Section
      id="course"
      title={passed}
      aside={
        status === 'in_progress' && (
          <Link href={paths.depositCalendar(id)} toFile>
            {t('cabinet:deposits.calendar.add')}
          </Link>
        )
      }
    >
      <Stack gap={3}>
        <Track
          label={passed}
          value={value}
          stops={stops.map(({ key, day: stopDay, place, at }) => ({
            key,
            place,
            title: t(`cabinet:deposits.course.${key}`, { day: stopDay }),
            short: key === 'opened' ? undefined : t('cabinet:deposits.accruals.nth', { day: stopDay }),
            note: (
              <time dateTime={at} title={date(at)}>
                {shortDay(calendarDate(at))}
              </time>
            ),
          }))}
        />
        <DescriptionList
          figures
          facts={[
            {
              term: t('cabinet:deposits.one.accruedUsdt'),
              value: given(accruedUsdt, (value) => <Amount value={value} currency="USDT" exact />),
              strong: true,
            },
          ]}
        />
      </Stack>
    </Section>
  )
}
