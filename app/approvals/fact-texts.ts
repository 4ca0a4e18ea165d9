import { type Proposal } from '~/contract/extensions/operator/approvals'
import { type I18n } from '~/locale/create'

/** The facts of a proposal in the reader's words. A name or a word without a text stands for itself. */

type Fact = Proposal['facts'][number]

/** The name of a fact, such as `title.ru` or `addresses.0`. */
export function factName({ name }: Pick<Fact, 'name'>, { t, has }: Pick<I18n, 't' | 'has'>): string {
  const text = `operator:approvals.name.${name.startsWith('addresses.') ? 'address' : name.replaceAll('.', '_')}`
  return has(text) ? t(text) : name
}

/** The value of a fact; null is nothing. */
export function factValue(
  { name, ...sides }: Fact,
  side: 'before' | 'after',
  { t, has }: Pick<I18n, 't' | 'has'>,
): string {
  const value = sides[side]
  if (value === null) return t('operator:approvals.nothing')
  if (value === 'true') return t('operator:approvals.yes')
  if (value === 'false') return t('operator:approvals.no')
  const text = `operator:approvals.word.${value}`
  return (name === 'status' || name === 'direction') && has(text) ? t(text) : value
}

/** What kind of a change it is. */
export function changeName({ call }: Pick<Proposal, 'call'>, { t, has }: Pick<I18n, 't' | 'has'>): string {
  const text = `operator:approvals.call.${call.replace('operator.', '')}`
  return has(text) ? t(text) : call
}
