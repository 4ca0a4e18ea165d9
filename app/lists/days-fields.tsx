import { useI18n } from '~/locale/context'
import { TextInput } from '~/ui/text-input/text-input'

interface DaysFieldsProps {
  /** `YYYY-MM-DD`. */
  from?: string
  to?: string
  /** The first day is later than the last one. */
  swapped: boolean
}

/** Between which days, both of them included. */
export function DaysFields({ from, to, swapped }: DaysFieldsProps) {
  const { t } = useI18n()
  const common = { type: 'date', autoComplete: 'off' } as const
  return (
    <div>
      <TextInput id="from" name="from" label={t('common:list.from')} defaultValue={from} {...common} />
      <TextInput
        id="to"
        name="to"
        label={t('common:list.to')}
        defaultValue={to}
        error={swapped && t('errors:code.dates_swapped')}
        {...common}
      />
    </div>
  )
}
