import { refills } from '~/contract/funds'
import { withSystemIds } from '~/investments/systems.server'
import { paths } from '~/paths'
import { amountFields, defineMoneyForm, isSameAmount, newest } from './define-money-form.server'

/** Requests an address to pay to: a refill. */
export const topUp = defineMoneyForm({
  name: 'refills.create',
  call: refills.create,
  send: (upstream, sent: { system: string; amount: string }, options) =>
    upstream.refills.create(sent, options),
  entryIn: (refill) => refill,
  list: (upstream) => upstream.refills.list({ ...newest, sort: 'createdAt' }),
  withIds: (upstream, refills, { system }) => withSystemIds(upstream, refills, system),
  differs: ({ system, requestAmount }, values) =>
    system !== values.system || !isSameAmount(requestAmount, values.amount),
  madeAt: ({ createdAt }) => createdAt,
  isUndone: ({ status }) => status === 'rejected' || status === 'timeout_expired',
  fieldOf: amountFields,
  makesEntry: true,
  flash: 'requestSent',
  duplicate: 'refusals:duplicate.of.topUp',
  pages: { entry: paths.topUp, list: paths.topUps(), again: () => paths.topUps() },
})
