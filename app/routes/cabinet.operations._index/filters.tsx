import { type Operation } from '~/contract/user'
import { FilterForm } from '~/forms/filter-form'
import { useI18n } from '~/i18n/context'
import { type OperationsQuery, paths } from '~/paths'
import { Select } from '~/ui/select/select'
import { TextInput } from '~/ui/text-input/text-input'

const types = [
  'refill',
  'payment',
  'payment_return',
  'deposit_open',
  'accrual',
  'deposit_close',
  'exchange_out',
  'exchange_in',
  'subscription',
  'referral',
  'matching',
  'bonus',
  'correction',
] as const satisfies Operation['type'][]

const accounts = ['balance', 'balance_dep'] as const satisfies Operation['account'][]
const statuses = ['pending', 'completed', 'rejected'] as const satisfies Operation['status'][]

interface FiltersProps {
  query: OperationsQuery
  currencies: readonly string[]
  daysSwapped: boolean
}

/** Which part of the statement is shown; all of it stands in the address. */
export function Filters({ query, currencies, daysSwapped }: FiltersProps) {
  const { t } = useI18n()
  const all = { value: '', label: t('common:list.all') }
  return (
    <FilterForm
      key={paths.operations(query)}
      action={paths.operations()}
      fold={{ isOpen: Object.keys(query).length > 0 }}
    >
      <Select
        id="type"
        name="type"
        label={t('cabinet:operations.type')}
        defaultValue={query.type}
        options={[all, ...types.map((value) => ({ value, label: t(`common:operation.${value}`) }))]}
      />
      <Select
        id="currency"
        name="currency"
        label={t('cabinet:operations.currency')}
        defaultValue={query.currency}
        options={[all, ...currencies.map((value) => ({ value, label: value }))]}
      />
      <Select
        id="account"
        name="account"
        label={t('cabinet:operations.account')}
        defaultValue={query.account}
        options={[all, ...accounts.map((value) => ({ value, label: t(`common:account.${value}`) }))]}
      />
      <Select
        id="status"
        name="status"
        label={t('cabinet:operations.status')}
        defaultValue={query.status}
        options={[all, ...statuses.map((value) => ({ value, label: t(`common:status.operation.${value}`) }))]}
      />
      <TextInput
        id="from"
        name="from"
        type="date"
        autoComplete="off"
        label={t('cabinet:operations.from')}
        defaultValue={query.from}
      />
      <TextInput
        id="to"
        name="to"
        type="date"
        autoComplete="off"
        label={t('cabinet:operations.to')}
        defaultValue={query.to}
        error={daysSwapped && t('errors:code.dates_swapped')}
      />
    </FilterForm>
  )
}
