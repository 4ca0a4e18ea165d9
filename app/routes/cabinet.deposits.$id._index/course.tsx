import { type Deposit } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { Track } from '~/ui/track/track'
import { type DepositTrack } from './track.server'

interface CourseProps {
  deposit: Pick<Deposit, 'id' | 'status'>
  track: DepositTrack
}

/** Both terms from the opening to the end, and where the deposit is. */
export function Course({ deposit: { id, status }, track: { day, days, value, stops } }: CourseProps) {
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
      <Track
        label={passed}
        value={value}
        stops={stops.map(({ key, day: stopDay, place, at }) => ({
          key,
          place,
          title: t(`cabinet:deposits.course.${key}`, { day: stopDay }),
          note: (
            <time dateTime={at} title={date(at)}>
              {shortDay(calendarDate(at))}
            </time>
          ),
        }))}
      />
    </Section>
  )
}
