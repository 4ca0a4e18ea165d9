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
  async list(upstream, { system }) {
    const { items } = await upstream.refills.list({ ...newest, sort: 'createdAt' })
    return { items: await withSystemIds(upstream, items, system) }
  },
  fits: ({ system, requestAmount }, values) =>
    system === values.system && isSameAmount(requestAmount, values.amount),
  madeAt: ({ createdAt }) => createdAt,
  fieldOf: amountFields,
  flash: 'requestSent',
  pages: { entry: paths.topUp, list: paths.topUps(), again: () => paths.topUps() },
})
