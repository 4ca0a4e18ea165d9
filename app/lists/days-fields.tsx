import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { lastDayOf } from './months'
import { type DayErrors } from './list-query.server'
import { TextInput } from '~/ui/text-input/text-input'

interface DaysFieldsProps {
  /** `YYYY-MM-DD`. */
  from?: string
  to?: string
  errors: DayErrors | null
}

/** The days of a filter, for the title of its list: the name of a whole month, else the first and the last of them. */
export function daysNamed({ from, to }: { from?: string; to?: string }, { t, day, month }: I18n): string[] {
  const [first, last] = [from?.slice(0, 7), to?.slice(0, 7)]
  if (first && first === last && from?.endsWith('-01') && to === lastDayOf(first)) return [month(first)]
  return [
    ...(from ? [`${t('common:list.from')} ${day(from)}`] : []),
    ...(to ? [`${t('common:list.to')} ${day(to)}`] : []),
  ]
}

/** Between which days, both of them included. */
export function DaysFields({ from, to, errors }: DaysFieldsProps) {
  const { t } = useI18n()
  const common = { type: 'date', autoComplete: 'off' } as const
  return (
    <div>
      <TextInput
        id="from"
        name="from"
        label={t('common:list.from')}
        defaultValue={errors?.typed.from ?? from}
        error={errors?.texts.from}
        {...common}
      />
      <TextInput
        id="to"
        name="to"
        label={t('common:list.to')}
        defaultValue={errors?.typed.to ?? to}
        error={errors?.texts.to}
        {...common}
      />
    </div>
  )
}
