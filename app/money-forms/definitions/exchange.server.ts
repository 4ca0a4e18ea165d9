import { type CallInput } from '~/contract/call'
import { type Exchange, user } from '~/contract/user'
import { pastExchanges } from '~/investments/exchanges.server'
import { paths } from '~/paths'
import { amountFields, defineMoneyForm, isSameAmount, newest } from './define-money-form.server'

/** Exchanges one currency for another. */
export const exchange = defineMoneyForm({
  name: 'user.exchange',
  call: user.exchange,
  send: (upstream, sent: CallInput<typeof user.exchange>, options) => upstream.user.exchange(sent, options),
  entryIn: ({ exchange }): Omit<Exchange, 'rate'> | null => exchange,
  list: async (upstream) => ({ items: await pastExchanges(upstream, newest.limit) }),
  differs: ({ from, to, amountFrom }, values) =>
    from !== values.from ||
    to !== values.to ||
    (amountFrom !== null && !isSameAmount(amountFrom, values.amount)),
  madeAt: ({ createdAt }) => createdAt,
  fieldOf: amountFields,
  makesEntry: true,
  flash: 'exchanged',
  duplicate: 'refusals:duplicate.of.exchange',
  pages: {
    entry: (id) => paths.exchange({ done: id }),
    list: paths.operations({ type: 'exchange_out' }),
    again: ({ from, to }) => paths.exchange({ from, to }),
  },
})
