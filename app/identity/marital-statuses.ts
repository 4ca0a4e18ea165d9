import { type maritalStatuses } from '~/contract/user-data'
import { useI18n } from '~/locale/context'

type MaritalStatus = (typeof maritalStatuses)[number]

/** The contract's words in their order; as a type they bring no schema into a browser. */
const words = ['single', 'married', 'divorced', 'widowed', 'other'] as const satisfies MaritalStatus[]

/** The choices of a marital status; the first is empty. */
export function useMaritalStatuses(): { value: string; label: string }[] {
  const { t } = useI18n()
  return [
    { value: '', label: t('settings:person.notSaid') },
    ...words.map((value) => ({ value, label: t(`settings:person.marital.${value}`) })),
  ]
}
