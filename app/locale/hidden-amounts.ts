import { withCurrency } from '~/money/format'
import { type I18n } from './create'

const dots = '••••'

/** The same language with every amount as dots; currencies, counts, percentages and times stay visible. */
export function withHiddenAmounts(i18n: I18n): I18n {
  return {
    ...i18n,
    amount: (_value, currency) => withCurrency(dots, currency),
    amountInShort: () => dots,
    amountParts: (_value, currency) => ({
      ...{ sign: '', integer: dots, separator: '', fraction: '' },
      currency: currency ?? '',
    }),
  }
}
