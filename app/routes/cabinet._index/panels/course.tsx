import { type Period, periods } from '~/investments/course-period'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { LiveChart } from '~/ui/chart/live-chart'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Tabs } from '~/ui/tabs/tabs'
import { type Course as Drawn, type Move } from '../course.server'
import * as styles from './dashboard.css'

/** What it draws: all of the money, or what deposits brought. */
export const coursesOf = ['worth', 'income'] as const
export type CourseOf = (typeof coursesOf)[number]

interface CourseProps {
  /**
   * null: nothing has happened in these days; false: it could not be read; undefined: the upstream does not provide
   * it.
   */
  course: Drawn | null | false | undefined
  period: Period
  of: CourseOf
}

/** Another choice leads back here, not to the top of the page. */
const place = 'course'

const addressOf = ({ period, of }: { period: Period; of: CourseOf }) =>
  `${paths.cabinet({ period, of: of === 'worth' ? undefined : of })}#${place}`

/** A link to the other drawing of the same days. */
export function OtherCourse({ course, period, of }: CourseProps) {
  const { t } = useI18n()
  if (course === undefined) return null
  const other = of === 'worth' ? 'income' : 'worth'
  return <Link href={addressOf({ period, of: other })}>{t(`cabinet:dashboard.course.to.${other}`)}</Link>
}

/** The money or the income over the chosen days; both choices are in the address. */
export function Course({ course, period, of }: CourseProps) {
  const { t } = useI18n()
  if (course === undefined) return null
  return (
    <div id={place} className={styles.course}>
      <Tabs
        label={t('cabinet:dashboard.course.period')}
        items={periods.map((one) => ({
          href: addressOf({ period: one, of }),
          label:
            one === 'all'
              ? t('cabinet:dashboard.course.all')
              : t('cabinet:dashboard.course.days', { count: Number(one) }),
          current: one === period,
        }))}
      />
      {course === false ? (
        <FailedPanel />
      ) : course === null ? (
        <EmptyState title={t('cabinet:dashboard.course.nothing')} />
      ) : (
        <Drawing {...course} />
      )}
    </div>
  )
}

function Drawing({ of, drawing, moves, step }: Drawn) {
  const i18n = useI18n()
  const { t, day, shortDay, amount, amountInShort } = i18n
  return (
    <>
      <LiveChart
        drawing={drawing}
        caption={t(`cabinet:dashboard.course.${of}Text`)}
        names={
          of === 'worth'
            ? [t('cabinet:dashboard.total'), t('cabinet:dashboard.course.inDeposits')]
            : [t('cabinet:dashboard.course.income')]
        }
        at={(at) => day(String(at))}
        label={(at) => shortDay(String(at))}
        value={(value) => amount(value, 'USDT')}
        level={amountInShort}
        table={{
          label: t('cabinet:dashboard.course.table'),
          at: t('cabinet:dashboard.date'),
        }}
        events={{
          at: (at) => movesText(i18n, moves[at] ?? []),
          names: {
            several: t('cabinet:dashboard.course.move.several'),
            in: t('cabinet:dashboard.course.move.topUp'),
            out: t('cabinet:dashboard.course.move.withdrawal'),
            own: t('cabinet:dashboard.course.move.deposit'),
          },
        }}
      />
      {step > 1 && <Soft small>{t('cabinet:dashboard.course.step', { count: step })}</Soft>}
    </>
  )
}

/** More of them on one day are only counted. */
const maxMoves = 3

function movesText({ t, amount }: I18n, moves: readonly Move[]): string {
  const shown = moves
    .slice(0, maxMoves)
    .map(
      (move) => `${t(`cabinet:dashboard.course.move.${move.what}`)}: ${amount(move.amount, move.currency)}`,
    )
  const more = moves.length - shown.length
  return [...shown, ...(more > 0 ? [`+${more}`] : [])].join('; ')
}
